import type { ChartSeries } from '@busbar/charts'
import type { TimeWindow } from '@busbar/charts/window'
import { saveFile } from '@busbar/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '../../data/api/api.ts'
import { ApiError, okOrThrow } from '../../data/api/api-error.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'

/** Downloads what a chart shows, every reading of it. A long one shows its progress, and can be ended. */
export const CsvButton = ({ series, view }: { series: readonly ChartSeries[]; view: TimeWindow }): ReactNode => {
  const texts = useTexts()
  const { charts, common } = texts
  const { number } = useFormat()
  const lang = serviceLanguage(useLanguage())
  const [bytes, setBytes] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const size = (count: number): string =>
    count < 100_000 ? number((count / 1000).toFixed(1), 'kB') : number((count / 1_000_000).toFixed(1), 'MB')
  const start = async (): Promise<void> => {
    const abort = new AbortController()
    running.current = abort
    setBytes(0)
    try {
      const paramIds = series.map(({ paramId }) => paramId)
      const fileName = `readings-${paramIds.join('-')}-${new Date(view.from).toISOString().slice(0, 10)}.csv`
      const saved = await saveCsv({ paramIds, view, lang, fileName, signal: abort.signal, onBytes: setBytes })
      toast(charts.csvDone({ size: size(saved) }))
    } catch (error) {
      if (!abort.signal.aborted)
        toast(error instanceof ApiError ? errorText(texts, error) : charts.csvFailed, 'critical')
    }
    setBytes(null)
  }
  if (bytes === null) return <Button onClick={() => void start()}>{charts.csv}</Button>
  return (
    <span className="flex items-center gap-2 text-sm">
      <span role="status">{charts.csvRunning({ size: size(bytes) })}</span>
      <Button onClick={() => running.current?.abort()}>{common.cancel}</Button>
    </span>
  )
}

interface CsvOptions {
  paramIds: readonly number[]
  view: TimeWindow
  lang: 'en' | 'pl' | 'ru' | 'ua'
  fileName: string
  signal: AbortSignal
  onBytes: (bytes: number) => void
}

/** Size of the parts passed to the browser, which stores long tables on disk instead of in memory. */
const partBytes = 4_194_304

/** Downloads a table as a stream and saves it as a file. A plain link could not send the session. */
const saveCsv = async ({ paramIds, view, lang, fileName, signal, onBytes }: CsvOptions): Promise<number> => {
  const response = await okOrThrow(
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
  saveFile(file, fileName)
  return file.size
}
