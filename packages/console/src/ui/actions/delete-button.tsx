import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../feedback/error-text.ts'
import { Notice } from '../feedback/notice.tsx'
import { toast } from '../feedback/toasts.tsx'
import { TextField } from '../forms/fields.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface DeleteButtonProps {
  /** Label of both buttons. */
  act: string
  /** Name of the object. */
  name: string
  /** The name must be typed: so much is lost. */
  isTyped?: boolean
  onDelete: () => void
  isBusy: boolean
  error: Error | null
  /** Consequences, loaded when the dialog opens. */
  children: ReactNode
}

/** Button for an irreversible action. The dialog lists the consequences and stays open on an error. */
export const DeleteButton = (props: DeleteButtonProps): ReactNode => {
  const { act, name, isTyped = false, onDelete, isBusy, error, children } = props
  const texts = useTexts()
  const { common, deletion } = texts
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const isConfirmed = !isTyped || typed.trim() === name.trim()
  const close = (): void => {
    setIsOpen(false)
    setTyped('')
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isConfirmed && !isBusy) onDelete()
  }
  return (
    <>
      <Button variant="danger" isChange onClick={() => setIsOpen(true)}>
        {act}
      </Button>
      <Dialog title={deletion.question({ name })} isOpen={isOpen} onClose={close}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <div>
            <p>{deletion.lost}</p>
            {children}
            <p className="font-semibold">{deletion.forGood}</p>
          </div>
          {isTyped && (
            <TextField
              label={deletion.typeName({ name })}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
          {error !== null && <Notice tone="critical">{errorText(texts, error)}</Notice>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>{common.cancel}</Button>
            <Button type="submit" variant="danger" disabled={!isConfirmed} isBusy={isBusy}>
              {act}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}

/** Objects that are deleted together. Counts appear when loaded. */
export const Losses = ({
  devices,
  params,
}: {
  devices?: number | undefined
  params: number | undefined
}): ReactNode => {
  const { deletion } = useTexts()
  return (
    <ul className="my-2 list-disc pl-5">
      {devices !== undefined && <li>{deletion.devices({ count: devices })}</li>}
      <li>{params === undefined ? deletion.allParams : deletion.params({ count: params })}</li>
      <li>{deletion.readings}</li>
      <li>{deletion.uses}</li>
    </ul>
  )
}

export interface UseDeleteOptions {
  act: () => Promise<unknown>
  /** Page to open after the object of the current one is deleted. */
  to: NavigateOptions
  /** Message after deletion. */
  done: string
}

/** Deletes what the page is about, goes away from there, and forgets all that was kept of it. */
export const useDelete = ({ act, to, done }: UseDeleteOptions): UseMutationResult<unknown, ApiError, void> => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      toast(done)
      // Unsaved input of the deleted object is discarded.
      await navigate({ ...to, ignoreBlocker: true })
      client.removeQueries({ type: 'inactive' })
      await client.invalidateQueries()
    },
  })
}
