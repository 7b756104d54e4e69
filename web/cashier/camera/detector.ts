/**
 * Reads codes from pictures: the browser's own detector where there is one, else a WASM one that is
 * loaded only when the camera is first opened, and only from our own server.
 */
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

export type Detector = { detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]> }

const formats = ['qr_code', 'ean_13', 'ean_8', 'code_128', 'upc_a'] as const

type Native = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

export async function openDetector(): Promise<Detector> {
  const native = (globalThis as { BarcodeDetector?: Native }).BarcodeDetector
  // Some desktops have the interface and no formats behind it.
  const known = native ? await native.getSupportedFormats().catch(() => []) : []
  if (native && formats.every((format) => known.includes(format))) return new native({ formats })
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  return new BarcodeDetector({ formats: [...formats] })
}
