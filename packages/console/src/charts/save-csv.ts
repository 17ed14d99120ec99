import { api } from '../api/api.ts'
import { need } from '../api/api-error.ts'
import type { View } from './view.rules.ts'

export interface CsvOptions {
  paramIds: readonly number[]
  view: View
  lang: 'en' | 'pl' | 'ru' | 'ua'
  fileName: string
  signal: AbortSignal
  onBytes: (bytes: number) => void
}

/** So much is handed to the browser at a time, which keeps long tables on the disk and not in the page's memory. */
const partBytes = 4_194_304

/** Fetches a table, as it is made, and saves it as a file. A plain link could not say who asks. */
export const saveCsv = async ({ paramIds, view, lang, fileName, signal, onBytes }: CsvOptions): Promise<number> => {
  const response = await need(
    api.readings.csv(
      { paramIds: [...paramIds], from: new Date(view.from), till: new Date(view.till), lang },
      { signal },
    ),
  )
  let file = new Blob([], { type: 'text/csv' })
  let part: Uint8Array<ArrayBuffer>[] = []
  let waiting = 0
  const flush = (): void => {
    file = new Blob([file, ...part], { type: 'text/csv' })
    part = []
    waiting = 0
  }
  for await (const bytes of response.body ?? new ReadableStream<Uint8Array<ArrayBuffer>>()) {
    part.push(bytes)
    waiting += bytes.length
    if (waiting > partBytes) flush()
    onBytes(file.size + waiting)
  }
  flush()
  download(file, fileName)
  return file.size
}

const download = (file: Blob, fileName: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
