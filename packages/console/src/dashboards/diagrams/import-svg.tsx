import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, call } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { drawingFiles, drawingOfFile, nameOfFile } from './drawing-of-file.ts'
import { LiveDrawing } from './picture.tsx'

type SvgCheck = AnswerOf<'visualizations', 'checkSvg'>

const nameMax = 200

/** Makes a picture of an uploaded drawing: the service cleans it, and what it leaves out is said before. */
export const ImportSvg = (): ReactNode => {
  const texts = useTexts()
  const { common, pictures } = texts
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const check = useMutation<SvgCheck, Error, File>({
    mutationFn: async (file) => call('visualizations', 'checkSvg', { orgId, source: await drawingOfFile(file) }),
  })
  const create = useAction('visualizations', 'create', [['visualizations']])
  const take = (file: File | undefined): void => {
    if (file === undefined) return
    setName((before) => before || nameOfFile(file))
    check.mutate(file)
  }
  const close = (): void => {
    setIsOpen(false)
    setName('')
    check.reset()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (check.data === undefined) return
    const done = ({ id }: { id: number }): void => {
      close()
      void navigate({ to: '/pictures/$id', params: { id } })
    }
    create.mutate({ orgId, name: name.trim(), source: check.data.source }, { onSuccess: done })
  }
  return (
    <>
      <Button icon={FileUp} onClick={() => setIsOpen(true)}>
        {pictures.importSvg}
      </Button>
      <Dialog title={pictures.importSvg} isOpen={isOpen} onClose={close}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextField
            label={pictures.file}
            type="file"
            accept={drawingFiles}
            hint={pictures.importHelp}
            error={check.isError ? errorText(texts, check.error) : undefined}
            onChange={(event) => take(event.target.files?.[0])}
          />
          {check.data !== undefined && (
            <>
              <LiveDrawing name={name} source={check.data.source} values={undefined} className="h-48 rounded-part" />
              <p>
                {check.data.leftOut.length === 0
                  ? pictures.nothingLeftOut
                  : `${pictures.leftOut}: ${check.data.leftOut.join(', ')}`}
              </p>
              <TextField
                label={common.name}
                value={name}
                maxLength={nameMax}
                pattern=".*\S.*"
                required
                onChange={(event) => setName(event.target.value)}
              />
            </>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>{common.cancel}</Button>
            <Button type="submit" variant="primary" disabled={check.data === undefined} isBusy={create.isPending}>
              {pictures.create}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
