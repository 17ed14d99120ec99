import type { Arg } from '@busbar/diagrams'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox, Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from './number-field.tsx'
import type { Editor } from './use-editor.ts'

const sizeMax = 10_000
const argsMax = 30
const takes = ['param', 'number', 'text'] as const

/** The picture itself: how large it is, and whether it is placed in others, with what. */
export const PictureFields = ({ editor: { model, change } }: { editor: Editor }): ReactNode => {
  const { editor: texts } = useTexts().pictures
  const size = (value: number | undefined, name: 'width' | 'height'): void => {
    if (value !== undefined && value >= 16 && value <= sizeMax) change((now) => ({ ...now, [name]: value }))
  }
  const setArg = (at: number, arg: Arg): void =>
    change((now) => ({ ...now, args: now.args.map((one, i) => (i === at ? arg : one)) }))
  const freeName = (): string => {
    let number = model.args.length + 1
    while (model.args.some(({ name }) => name === `arg${number}`)) number += 1
    return `arg${number}`
  }
  return (
    <div className="flex flex-col gap-4 p-3">
      <p className="text-sm text-quiet">{texts.nothingChosen}</p>
      <div className="grid grid-cols-2 gap-2">
        <NumberField label={texts.width} value={model.width} onChange={(value) => size(value, 'width')} />
        <NumberField label={texts.height} value={model.height} onChange={(value) => size(value, 'height')} />
      </div>
      <Checkbox
        label={texts.isFaceplate}
        hint={texts.isFaceplateHelp}
        checked={model.kind === 'faceplate'}
        onChange={({ target }) => change((now) => ({ ...now, kind: target.checked ? 'faceplate' : 'picture' }))}
      />
      {model.kind === 'faceplate' && (
        <section className="flex flex-col gap-2" aria-label={texts.args}>
          <h2 className="text-sm font-semibold">{texts.args}</h2>
          {model.args.map((arg, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: its name is what is typed
            <div key={at} className="grid grid-cols-[1fr_1fr_auto] items-end gap-1.5">
              <TextField
                label={texts.argName}
                value={arg.name}
                onChange={({ target }) => {
                  const name = target.value.replaceAll(/[^a-zA-Z\d]/g, '').slice(0, 30)
                  const isTaken = model.args.some((one, i) => i !== at && one.name === name)
                  if (/^[a-z]/.test(name) && !isTaken) setArg(at, { ...arg, name })
                }}
              />
              <Choice
                label={texts.argTakes}
                value={arg.takes}
                options={takes.map((one) => [one, texts.takes[one]] as const)}
                onChange={(next) => setArg(at, { ...arg, takes: next })}
              />
              <Button
                variant="quiet"
                icon={Trash2}
                aria-label={texts.remove}
                className="px-2"
                onClick={() => change((now) => ({ ...now, args: now.args.filter((_, i) => i !== at) }))}
              />
            </div>
          ))}
          {model.args.length < argsMax && (
            <Button
              icon={Plus}
              onClick={() => change((now) => ({ ...now, args: [...now.args, { name: freeName(), takes: 'param' }] }))}
            >
              {texts.addArg}
            </Button>
          )}
        </section>
      )}
    </div>
  )
}
