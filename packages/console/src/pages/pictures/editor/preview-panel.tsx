import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/api-query.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { errorText } from '../../../ui/feedback/error-text.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import type { PreviewControl } from './use-preview.ts'

/** As many as are worth making up by hand. */
const shownMax = 100

/** How the picture is tried: with what is read, or with made-up values. */
export const PreviewPanel = ({ preview }: { preview: PreviewControl }): ReactNode => {
  const texts = useTexts()
  const { editor } = texts.pictures
  const paramIds = preview.inputs.slice(0, shownMax)
  const infos = useQuery({ ...apiQuery('params', 'info', { paramIds: [...paramIds] }), enabled: paramIds.length > 0 })
  const nameOf = (id: number): string => {
    const info = infos.data?.find((one) => one.id === id)
    return info === undefined ? `#${id}` : `${info.name}, ${info.deviceName}`
  }
  return (
    <div className="flex flex-col gap-3 p-3">
      <Segmented
        label={editor.tryWith}
        value={preview.mode === 'madeUp' ? 'madeUp' : 'live'}
        options={[
          ['live', editor.liveValues],
          ['madeUp', editor.madeUpValues],
        ]}
        onChange={preview.setMode}
      />
      {preview.error !== null && <Notice tone="critical">{errorText(texts, preview.error)}</Notice>}
      {preview.mode === 'madeUp' &&
        paramIds.map((id) => (
          <TextField
            key={id}
            label={nameOf(id)}
            value={preview.madeUp[id] ?? ''}
            maxLength={1000}
            onChange={({ target }) => preview.setMadeUp(id, target.value)}
          />
        ))}
      {paramIds.length === 0 && <p className="text-sm text-quiet">{texts.pictures.noThings}</p>}
    </div>
  )
}
