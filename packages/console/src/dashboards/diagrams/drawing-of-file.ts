import { at } from '@busbar/kit/at'

/** File types that can be inserted. */
export const drawingFiles = 'image/svg+xml,.svg,image/png,image/jpeg'

/** A picture may have half a megabyte with all that is drawn in it, and images are written into it as text. */
const imageBytesMax = 280_000
const sidesPx = [1600, 1200, 900, 600, 400]
const quality = 0.8

export const nameOfFile = ({ name }: File): string => name.replace(/\.(?:svg|png|jpe?g)$/i, '').slice(0, 200)

/** The text of a drawing; an image becomes one that holds nothing else, made smaller where it is too large. */
export const drawingOfFile = async (file: File): Promise<string> => {
  if (file.type !== 'image/png' && file.type !== 'image/jpeg') return file.text()
  const bitmap = await createImageBitmap(file)
  try {
    const image = await fitting(file, bitmap)
    const { width, height } = image
    const frame = `width="${width}" height="${height}"`
    const href = await dataUrlOf(image.blob)
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image ${frame} href="${href}"/></svg>`
  } finally {
    bitmap.close()
  }
}

interface ScaledImage {
  blob: Blob
  width: number
  height: number
}

const fitting = async (file: File, bitmap: ImageBitmap): Promise<ScaledImage> => {
  const { width, height } = bitmap
  const longest = Math.max(width, height)
  // A camera's image is redrawn in any case: it may have to be turned.
  if (file.type === 'image/png' && longest <= at(sidesPx, 0) && file.size <= imageBytesMax)
    return { blob: file, width, height }
  let made: ScaledImage | undefined
  for (const side of sidesPx) {
    made = await scaled(bitmap, Math.min(1, side / longest), file.type)
    if (made.blob.size <= imageBytesMax) return made
  }
  return made ?? { blob: file, width, height }
}

const scaled = async (bitmap: ImageBitmap, scale: number, type: string): Promise<ScaledImage> => {
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
  return { blob: await canvas.convertToBlob({ type, quality }), width, height }
}

/** `data:image/png;base64,...` */
const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(blob)
  })
