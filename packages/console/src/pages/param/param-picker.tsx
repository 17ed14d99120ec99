import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { type AnswerOf, ask } from '../../api/ask.ts'
import { useOrg } from '../../api/use-org.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { foundIn, type Pick, picksOf } from './picks.rules.ts'

export interface ParamPickerProps {
  /** Those that are there already. */
  shown: readonly number[]
  onPick: (paramId: number) => void
  onClose: () => void
}

const listedMax = 50

/** Chooses one of all tracked parameters of the organization, by words of its name. */
export const ParamPicker = ({ shown, onPick, onClose }: ParamPickerProps): ReactNode => {
  const { param } = useTexts()
  const { orgId } = useOrg()
  const [text, setText] = useState('')
  const tree = useQuery(ask('nets', 'tree', { orgId }))
  return (
    <Dialog title={param.addTitle} isOpen onClose={onClose}>
      <TextField label={param.find} type="search" value={text} onChange={(event) => setText(event.target.value)} />
      <Loaded query={tree}>{(nets) => <Found nets={nets} text={text} shown={shown} onPick={onPick} />}</Loaded>
    </Dialog>
  )
}

interface FoundProps extends Omit<ParamPickerProps, 'onClose'> {
  nets: AnswerOf<'nets', 'tree'>
  text: string
}

const Found = ({ nets, text, shown, onPick }: FoundProps): ReactNode => {
  const { param } = useTexts()
  const { number } = useFormat()
  const words = useDeferredValue(text)
  const all = useMemo(() => picksOf(nets).filter(({ id }) => !shown.includes(id)), [nets, shown])
  const found = useMemo(() => foundIn(all, words), [all, words])
  if (found.length === 0) return <p className="py-4 text-quiet">{param.noneFound}</p>
  return (
    <>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {found.slice(0, listedMax).map((pick) => (
          <Item key={pick.id} pick={pick} onPick={onPick} />
        ))}
      </ul>
      {found.length > listedMax && (
        <p className="pt-2 text-sm text-quiet">{param.more(number(found.length - listedMax))}</p>
      )}
    </>
  )
}

const Item = ({ pick: { id, name, place }, onPick }: { pick: Pick; onPick: (paramId: number) => void }): ReactNode => (
  <li>
    <button type="button" className="w-full px-2 py-2 text-left text-sm hover:bg-raised" onClick={() => onPick(id)}>
      {name}
      <span className="block text-quiet">{place}</span>
    </button>
  </li>
)
