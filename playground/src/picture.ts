// SPDX-License-Identifier: MIT
// A map from a picture, a tile for each pixel. Colors that name no terrain are faults, as the program has them.

/** Colors other than grays, and the letters of their terrains. */
const LETTERS: Record<string, string> = { '0000ff': 'W', '008000': 'T', '808000': 'S', 'ffff00': 'R' };
const KEY = 'light gray for ground, dark gray for blocked, #0000ff water, #008000 trees, #808000 swamp, #ffff00 road';

/** Pictures of photographs would make maps that nothing is planned on. */
const MOST_TILES = 2048 * 2048;

function letterOf(pixels: Uint8ClampedArray, at: number): string | undefined {
	const [red, green, blue, alpha] = pixels.subarray(at, at + 4);
	if (alpha! < 128) {
		return '@';
	}
	if (red === green && green === blue) {
		return red! >= 128 ? '.' : '@';
	}
	return LETTERS[hex(pixels, at)];
}

function hex(pixels: Uint8ClampedArray, at: number): string {
	return [...pixels.subarray(at, at + 3)].map((value) => value.toString(16).padStart(2, '0')).join('');
}

/** The text of a map. @param pixels four bytes each, row by row */
export function mapOfPixels(pixels: Uint8ClampedArray, width: number, height: number): string {
	let text = `type octile\nheight ${height}\nwidth ${width}\nmap\n`;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const at = 4 * (y * width + x);
			const letter = letterOf(pixels, at);
			if (letter === undefined) {
				const where = `row ${y + 1}, column ${x + 1}`;
				throw new Error(`the pixel in ${where} is #${hex(pixels, at)}; the page knows ${KEY}`);
			}
			text += letter;
		}
		text += '\n';
	}
	return text;
}

/** The text of a map from a file that the browser can read as a picture. */
export async function mapOfPicture(file: Blob): Promise<string> {
	let picture: ImageBitmap;
	try {
		picture = await createImageBitmap(file, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
	} catch {
		throw new Error('it is no picture that this browser can read');
	}
	const { width, height } = picture;
	if (width * height > MOST_TILES) {
		throw new Error(`the picture has ${width} × ${height} pixels; a map here has at most ${MOST_TILES}`);
	}
	const context = new OffscreenCanvas(width, height).getContext('2d')!;
	context.drawImage(picture, 0, 0);
	picture.close();
	return mapOfPixels(context.getImageData(0, 0, width, height).data, width, height);
}
