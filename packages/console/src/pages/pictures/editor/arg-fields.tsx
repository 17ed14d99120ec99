import type { ReactNode } from 'react'
import { ParamSearch } from '../../../params/param-search.tsx'
import type { Arg, FaceplateArg, FaceplateUse } from '../../../pictures/model/picture-model.ts'
import { TextField } from '../../../ui/forms/fields.tsx'
import { NumberField } from './number-field.tsx'

export interface ArgFieldsProps {
  use: FaceplateUse
  args: readonly Arg[]
  onChange: (use: FaceplateUse) => void
}

/** What is given to a faceplate where it is placed. */
export const ArgFields = ({ use, args, onChange }: ArgFieldsProps): ReactNode => {
  const give = (name: string, value: FaceplateArg | undefined): void => {
    const { [name]: _before, ...others } = use.args
    onChange({ ...use, args: value === undefined ? others : { ...others, [name]: value } })
  }
  return (
    <div className="flex flex-col gap-3">
      {args.map(({ name, takes }) => {
        const arg = use.args[name]
        if (takes === 'param') {
          return (
            <ParamSearch
              key={name}
              label={name}
              paramId={arg !== undefined && 'paramId' in arg ? arg.paramId : null}
              onChoose={({ id }) => give(name, { paramId: id })}
            />
          )
        }
        if (takes === 'number') {
          const number = arg !== undefined && 'number' in arg ? arg.number : undefined
          return (
            <NumberField
              key={name}
              label={name}
              value={number}
              onChange={(value) => give(name, value === undefined ? undefined : { number: value })}
            />
          )
        }
        return (
          <TextField
            key={name}
            label={name}
            value={arg !== undefined && 'text' in arg ? arg.text : ''}
            maxLength={200}
            onChange={({ target }) => give(name, { text: target.value })}
          />
        )
      })}
    </div>
  )
}
