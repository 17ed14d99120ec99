import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { call } from '../data/api/api-query.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, buttonClass } from '../ui/actions/button.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { toast } from '../ui/feedback/toasts.tsx'
import { type CardOwner, photoQuestion } from './use-cards.ts'

const sideMax = 1600
/** As much as the service takes. */
const bytesMax = 524_288
const qualities = [0.85, 0.7, 0.5, 0.3]

/** Redraws a picture, small enough to be sent: nothing of the file but what is seen comes along. Null where it is none. */
const smallPhoto = async (file: Blob): Promise<string | null> => {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  // Transparent pixels would be black in a JPEG.
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

export interface PhotoFieldProps {
  of: CardOwner
  name: string
  hasPhoto: boolean
}

/** The photo of a network or a device, for who may change it. */
export const PhotoField = ({ of, name, hasPhoto }: PhotoFieldProps): ReactNode => {
  const texts = useTexts()
  const { many } = texts
  const id = useId()
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const put = async (data: string | null): Promise<void> => {
    setIsBusy(true)
    try {
      if ('netId' in of) await call('cards', 'changeNetPhoto', { ...of, data })
      else await call('cards', 'changeDevicePhoto', { ...of, data })
      await client.invalidateQueries({ queryKey: ['cards'] })
    } catch (error) {
      toast(errorText(texts, error), 'critical')
    }
    setIsBusy(false)
  }
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    const data = await smallPhoto(file)
    if (data === null) toast(many.photoWrong, 'critical')
    else await put(data)
  }
  return (
    <div className="flex flex-col gap-2">
      <span className="text-sm font-medium">{many.photo}</span>
      {hasPhoto && <Photo of={of} name={name} />}
      <div className="flex flex-wrap gap-2">
        <label htmlFor={id} className={`${buttonClass()} cursor-pointer has-focus-visible:outline-2`}>
          <ImagePlus className="size-4" strokeWidth={1.75} aria-hidden="true" />
          {many.photoChoose}
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg"
            className="sr-only"
            disabled={isBusy}
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        </label>
        {hasPhoto && (
          <Button variant="quiet" icon={Trash2} isChange isBusy={isBusy} onClick={() => void put(null)}>
            {many.photoRemove}
          </Button>
        )}
      </div>
      <p className="text-xs text-faint">{many.photoHelp}</p>
    </div>
  )
}

/** The picture itself. */
export const Photo = ({ of, name }: { of: CardOwner; name: string }): ReactNode => {
  const { many } = useTexts()
  const photo = useQuery(photoQuestion(of)).data
  if (photo === undefined) return <div className="h-40 w-60 max-w-full rounded-part bg-sunken" />
  return (
    <img
      src={`data:${photo.mediaType};base64,${photo.data}`}
      alt={many.photoOf({ name })}
      className="max-h-80 w-auto max-w-full self-start rounded-part border border-line"
    />
  )
}
