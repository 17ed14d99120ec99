import type { ImportFile } from './use-import.ts'

/** What fits into a request of a megabyte, with workbooks in base64. */
const filesBytesMax = 700_000
const filesMax = 10

/** Files as the service takes them; null where they are too many or too large. */
export const sentFiles = async (files: readonly File[]): Promise<ImportFile[] | null> => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > filesMax || bytes > filesBytesMax) return null
  return Promise.all(
    files.map(async (file) =>
      /\.xlsx$/i.test(file.name)
        ? { name: file.name, base64: base64Of(new Uint8Array(await file.arrayBuffer())) }
        : { name: file.name, text: await file.text() },
    ),
  )
}

const base64Of = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
