import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery, type RequestOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useLanguage } from '../../data/state/preferences.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox, Choice, TextField } from '../../ui/forms/fields.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import type { BulkDialogProps } from './change-dialog.tsx'
import { BulkForm, useBulk } from './change-dialog.tsx'
import { type Param, type ParamsAction, paramsRequest } from './params-request.rules.ts'

const acts: readonly ParamsAction[] = ['copy', 'track', 'untrack', 'unit', 'delete']

/** Adds, changes and deletes parameters of many devices, as the first of them has them. */
export const ParamsDialog = ({ deviceIds, onClose, onDone }: BulkDialogProps): ReactNode => {
  const { many } = useTexts()
  const { orgId } = useOrg()
  const [deviceId = 0] = deviceIds
  const device = useQuery(apiQuery('devices', 'get', { deviceId })).data
  const params = useQuery(apiQuery('devices', 'params', { deviceId }))
  const [act, setAct] = useState<ParamsAction>('track')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [unitName, setUnitName] = useState('')
  const bulk = useBulk('changeParams')
  const picked = (params.data ?? []).filter(({ id }) => chosen.has(id))
  const request: RequestOf<'bulk', 'changeParams'> = {
    orgId,
    deviceIds: [...deviceIds],
    ...paramsRequest(act, picked, unitName),
  }
  const change = async (): Promise<void> => {
    if (!(await bulk.act(request))) return
    toast(many.paramsDone)
    onDone()
  }
  return (
    <BulkForm
      title={many.paramsTitle({ count: deviceIds.length })}
      isPlanned={bulk.plan !== null}
      isEmpty={picked.length === 0}
      error={bulk.error}
      isBusy={bulk.isBusy}
      isDanger={act === 'delete'}
      act={many.paramsActs[act]}
      onPreview={() => void bulk.preview(request)}
      onAct={() => void change()}
      onBack={bulk.back}
      onClose={onClose}
    >
      {bulk.plan === null ? (
        <>
          <p className="text-quiet">{many.paramsOf({ device: device?.name ?? '…' })}</p>
          <Choice
            label={many.paramsAct}
            value={act}
            options={acts.map((one) => [one, many.paramsActs[one]] as const)}
            onChange={setAct}
          />
          {act === 'unit' && (
            <TextField
              label={many.paramsActs.unit}
              value={unitName}
              maxLength={50}
              onChange={({ target }) => setUnitName(target.value)}
            />
          )}
          <Loaded query={params}>{(all) => <ParamList params={all} chosen={chosen} onChosen={setChosen} />}</Loaded>
        </>
      ) : (
        <>
          {act === 'delete' && <Notice tone="warning">{many.paramsLost}</Notice>}
          <Counts plan={bulk.plan} />
        </>
      )}
    </BulkForm>
  )
}

interface ParamListProps {
  params: readonly Param[]
  chosen: ReadonlySet<number>
  onChosen: (chosen: ReadonlySet<number>) => void
}

const ParamList = ({ params, chosen, onChosen }: ParamListProps): ReactNode => {
  const { many } = useTexts()
  const language = useLanguage()
  const [text, setText] = useState('')
  const words = text.trim().toLowerCase()
  const found = params.filter(({ name, slug, label = '' }) =>
    `${paramText(name, language)} ${slug} ${label}`.toLowerCase().includes(words),
  )
  const choose = (id: number, isChosen: boolean): void => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    onChosen(next)
  }
  return (
    <div className="flex flex-col gap-2">
      <SearchField label={many.findParam} text={text} onText={setText} />
      <div className="flex max-h-60 flex-col gap-1.5 overflow-y-auto rounded-part border border-line p-2">
        {found.map(({ id, name, unitName, slug }) => (
          <Checkbox
            key={id}
            label={`${paramText(name, language)}${unitName === undefined ? '' : `, ${unitName}`}`}
            hint={slug}
            checked={chosen.has(id)}
            onChange={({ target }) => choose(id, target.checked)}
          />
        ))}
      </div>
      {chosen.size === 0 && <p className="text-xs text-faint">{many.paramsNone}</p>}
    </div>
  )
}

const Counts = ({ plan }: { plan: AnswerOf<'bulk', 'changeParams'> }): ReactNode => {
  const { many } = useTexts()
  return (
    <ul className="flex max-h-80 flex-col gap-1.5 overflow-y-auto" aria-label={many.look}>
      {plan.devices.map(({ deviceId, name, added, changed, deleted, skipped }) => (
        <li key={deviceId}>
          <span className="font-medium break-words">{name}</span>
          <span className="block text-xs text-quiet">
            {many.counts({
              added: String(added.length),
              changed: String(changed.length),
              deleted: String(deleted.length),
              skipped: String(skipped.length),
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
