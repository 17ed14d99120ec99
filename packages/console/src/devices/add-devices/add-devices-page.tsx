import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrgOfNet } from '../../data/api/use-org.tsx'
import { compareNames } from '../../data/format/compare-names.ts'
import { useUnsaved } from '../../data/state/leaving.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice, TextArea, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { type DeviceRow, type DeviceRows, type RowContext, rowsOfRange, rowsOfTable } from './device-rows.rules.ts'
import { PreviewRows } from './preview-rows.tsx'

interface TableFieldProps {
  table: string
  onTable: (table: string) => void
}

/** More is no table of two hundred devices. */
const charsMax = 200_000
const example = 'name;unit;template;period;tags;location\nMeter 1;1;em3p;60;heating|north;Cellar\n'

/** A table, pasted or from a file. */
const TableField = ({ table, onTable }: TableFieldProps): ReactNode => {
  const { many } = useTexts()
  const id = useId()
  const open = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) onTable((await file.text()).slice(0, charsMax))
  }
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label={many.table}
        hint={many.tableHelp}
        rows={8}
        placeholder={example}
        value={table}
        maxLength={charsMax}
        spellCheck={false}
        onChange={({ target }) => onTable(target.value)}
      />
      <div>
        <label htmlFor={id} className={`${buttonClass()} cursor-pointer has-focus-visible:outline-2`}>
          <FileUp className="size-4" strokeWidth={1.75} aria-hidden="true" />
          {many.file}
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            className="sr-only"
            onChange={({ target }) => void open(target.files?.[0])}
          />
        </label>
      </div>
    </div>
  )
}

type Templates = AnswerOf<'templates', 'list'>

/** Adds many devices to a network: a range of units that are alike, or the lines of a table. */
export const AddDevicesPage = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id/add' })
  const { many } = useTexts()
  const isManager = useHasRole('manager')
  useOrgOfNet(netId)
  const net = useQuery(apiQuery('nets', 'get', { netId }))
  const devices = useQuery(apiQuery('nets', 'devices', { netId }))
  const templates = useQuery(apiQuery('templates', 'list', {}))
  const title = net.data === undefined ? many.add : many.addTitle({ net: net.data.name })
  return (
    <Page title={title} name={many.add} facts={many.addHelp}>
      {isManager ? (
        <Loaded query={devices}>
          {(there) => (
            <Loaded query={templates}>
              {(all) => <AddDevices netId={netId} templates={all} units={there.map((one) => one.modbusUnitId)} />}
            </Loaded>
          )}
        </Loaded>
      ) : (
        <NoPermission role="manager" />
      )}
    </Page>
  )
}

interface AddDevicesProps {
  netId: number
  templates: Templates
  units: readonly number[]
}

const AddDevices = ({ netId, templates, units }: AddDevicesProps): ReactNode => {
  const { many } = useTexts()
  const navigate = useNavigate()
  const { by = 'range' } = useSearch({ from: '/shell/nets/$id/add' })
  const [range, setRange] = useState<RangeDraft>(emptyRange)
  const [table, setTable] = useState('')
  const known = useMemo(
    (): RowContext => ({
      units: new Set(units),
      templates: new Set(templates.flatMap(({ name, skus }) => [name, ...skus]).map((name) => name.toLowerCase())),
    }),
    [units, templates],
  )
  const { rows, problem }: DeviceRows =
    by === 'range' ? rowsOfRange(numbersOf(range), known) : rowsOfTable(table, known)
  const create = useAction(
    'devices',
    'create',
    [['nets'], ['devices'], ['links'], ['overview'], ['cards']],
    ({ deviceIds }) => toast(many.created({ count: deviceIds.length })),
  )
  const [isDone, setIsDone] = useState(false)
  useUnsaved(!isDone && (table !== '' || range.name !== ''))
  const isReady = rows.length > 0 && rows.every((row) => row.problem === null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isReady) return
    create.mutate(
      { netId, devices: rows.map((row) => deviceOf(row, templates)) },
      {
        onSuccess: async () => {
          setIsDone(true)
          await navigate({ to: '/nets/$id', params: { id: netId }, ignoreBlocker: true })
        },
      },
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Panel title={many.by}>
        <div className="flex max-w-4xl flex-col gap-4 p-4 pt-1">
          <div className="max-w-md">
            <Segmented
              label={many.by}
              isLabelHidden
              value={by}
              options={[
                ['range', many.byRange],
                ['table', many.byTable],
              ]}
              onChange={(next) =>
                void navigate({
                  to: '/nets/$id/add',
                  params: { id: netId },
                  search: next === 'range' ? {} : { by: next },
                  replace: true,
                  ignoreBlocker: true,
                })
              }
            />
          </div>
          {by === 'range' ? (
            <RangeFields range={range} templates={templates} onRange={setRange} />
          ) : (
            <TableField table={table} onTable={setTable} />
          )}
        </div>
      </Panel>
      {problem !== null && <Notice tone="critical">{many.problems[problem]}</Notice>}
      {rows.length > 0 && <PreviewRows rows={rows} />}
      <div>
        <Button type="submit" variant="primary" isBusy={create.isPending} disabled={!isReady}>
          {many.create({ count: rows.length })}
        </Button>
      </div>
    </form>
  )
}

const numbersOf = ({ first, last, periodSec, ...rest }: RangeDraft) => ({
  ...rest,
  first: first === '' ? Number.NaN : Number(first),
  last: last === '' ? Number.NaN : Number(last),
  periodSec: Number(periodSec),
})

const deviceOf = (row: DeviceRow, templates: Templates) => {
  const word = row.template.toLowerCase()
  const template = templates.find(({ name, skus }) => [name, ...skus].some((one) => one.toLowerCase() === word))
  const { tags, groupName, location, serialNumber } = row
  const hasCard = tags.length > 0 || [groupName, location, serialNumber].some((text) => text !== '')
  return {
    name: row.name,
    modbusUnitId: row.unit,
    updatePeriodSec: row.periodSec,
    ...(template !== undefined && { templateId: template.id }),
    ...(hasCard && { card: { tags: [...tags], groupName, location, serialNumber } }),
  }
}

/** A range as it was typed. */
interface RangeDraft {
  first: string
  last: string
  name: string
  template: string
  periodSec: string
}

const emptyRange: RangeDraft = { first: '1', last: '', name: '', template: '', periodSec: '60' }

interface RangeFieldsProps {
  range: RangeDraft
  templates: AnswerOf<'templates', 'list'>
  onRange: (range: RangeDraft) => void
}

/** Unit range, name pattern and template of new devices. */
const RangeFields = ({ range, templates, onRange }: RangeFieldsProps): ReactNode => {
  const { many } = useTexts()
  const set = (change: Partial<RangeDraft>): void => onRange({ ...range, ...change })
  const names = [...new Set(templates.map(({ name }) => name))].toSorted(compareNames)
  const unit = { isWhole: true, min: 0, max: 255, required: true } as const
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <TextField
        label={many.nameOf}
        placeholder={many.nameExample}
        value={range.name}
        maxLength={180}
        required
        onChange={({ target }) => set({ name: target.value })}
      />
      <NumberField label={many.first} {...unit} value={range.first} onChange={(first) => set({ first })} />
      <NumberField label={many.last} {...unit} value={range.last} onChange={(last) => set({ last })} />
      <Choice
        label={many.template}
        value={range.template}
        options={[['', many.noTemplate], ...names.map((name) => [name, name] as const)]}
        onChange={(template) => set({ template })}
      />
      <NumberField
        label={many.period}
        isWhole
        min={1}
        max={86_400}
        required
        value={range.periodSec}
        onChange={(periodSec) => set({ periodSec })}
      />
    </div>
  )
}
