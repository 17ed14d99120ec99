const sideMax = 1600
/** As much as the service takes. */
const bytesMax = 524_288
const qualities = [0.85, 0.7, 0.5, 0.3]

/** Redraws a picture, small enough to be sent: nothing of the file but what is seen comes along. Null where it is none. */
export const smallPhoto = async (file: Blob): Promise<string | null> => {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  // What is clear would be black in a JPEG.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const quality of qualities) {
    const data = canvas.toDataURL('image/jpeg', quality).split(',', 2)[1] ?? ''
    if ((data.length / 4) * 3 <= bytesMax) return data
  }
  return null
}
