import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { apiQuery, call } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useUnsaved } from '../../data/state/leaving.ts'
import { FormulaField, formulaProblem } from '../../readings/values/formula-field.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'

/** More in one request are a table, not a form. */
const valuesMax = 50

/** Makes computed values: in a device of their own, or in one that has such. */
export const NewComputedPage = (): ReactNode => {
  const { computed } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const { net, device: deviceId } = useSearch({ from: '/shell/computed/new' })
  const device = useQuery({
    ...apiQuery('devices', 'get', { deviceId: deviceId ?? 0 }),
    enabled: deviceId !== undefined,
  }).data
  const nets = useQuery(apiQuery('nets', 'list', { orgId }))
  const title = device === undefined ? computed.title : computed.titleFor({ device: device.name })
  if (!isManager) {
    return (
      <Page title={title}>
        <NoPermission role="manager" />
      </Page>
    )
  }
  return (
    <Page title={title} name={computed.open}>
      <p className="max-w-prose text-sm text-quiet">{computed.help}</p>
      <Loaded query={nets}>
        {(list) => <NewComputed nets={list} netId={net ?? list[0]?.id ?? 0} deviceId={deviceId} />}
      </Loaded>
    </Page>
  )
}

interface NewComputedProps {
  nets: readonly { id: number; name: string }[]
  netId: number
  deviceId: number | undefined
}

const NewComputed = ({ nets, netId: first, deviceId }: NewComputedProps): ReactNode => {
  const texts = useTexts()
  const { common, computed } = texts
  const navigate = useNavigate()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [netId, setNetId] = useState(first)
  const [period, setPeriod] = useState('60')
  const [values, setValues] = useState<readonly ValueDraft[]>([emptyValue(1)])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useUnsaved(values.some(({ formula, name: called }) => formula !== '' || called !== ''))
  const create = async (): Promise<void> => {
    setIsBusy(true)
    setProblem(null)
    const params = values.map((value) => ({
      name: value.name.trim(),
      formula: value.formula.trim(),
      ...(value.unitName.trim() !== '' && { unitName: value.unitName.trim() }),
      ...(value.precision !== '' && { precision: Number(value.precision) }),
    }))
    try {
      const made =
        deviceId === undefined
          ? await call('computed', 'createDevice', { netId, name, updatePeriodSec: Number(period), params })
          : { deviceId, ...(await call('computed', 'createParams', { deviceId, params })) }
      toast(computed.created({ count: made.paramIds.length }))
      await client.invalidateQueries()
      await navigate({ to: '/devices/$id', params: { id: made.deviceId }, ignoreBlocker: true })
    } catch (error) {
      const known = error instanceof ApiError ? formulaProblem(texts, error.message) : null
      setProblem(known ?? errorText(texts, error))
      setIsBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void create()
  }
  const set = (key: number, change: Partial<ValueDraft>): void =>
    setValues(values.map((value) => (value.key === key ? { ...value, ...change } : value)))
  return (
    <form onSubmit={submit} className="flex max-w-4xl flex-col gap-4">
      {deviceId === undefined && (
        <Panel title={computed.device}>
          <div className="grid gap-4 p-4 pt-1 sm:grid-cols-3">
            <TextField
              label={computed.deviceName}
              placeholder={computed.deviceExample}
              value={name}
              maxLength={200}
              required
              onChange={({ target }) => setName(target.value)}
            />
            <Choice
              label={computed.network}
              value={netId}
              options={nets.map((net) => [net.id, net.name] as const)}
              onChange={setNetId}
            />
            <NumberField
              label={computed.period}
              isWhole
              min={1}
              max={86_400}
              required
              value={period}
              onChange={setPeriod}
            />
          </div>
        </Panel>
      )}
      {values.map((value, at) => (
        <ValueFields
          key={value.key}
          value={value}
          title={computed.value({ number: String(at + 1) })}
          onChange={(change) => set(value.key, change)}
          onRemove={values.length === 1 ? null : () => setValues(values.filter(({ key }) => key !== value.key))}
        />
      ))}
      <p className="max-w-prose text-sm text-quiet">{computed.howOften}</p>
      {problem !== null && <Notice tone="critical">{problem}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {computed.create({ count: values.length })}
        </Button>
        {values.length < valuesMax && (
          <Button
            icon={Plus}
            onClick={() => setValues([...values, emptyValue(Math.max(...values.map(({ key }) => key)) + 1)])}
          >
            {computed.more}
          </Button>
        )}
        <Button variant="quiet" onClick={() => globalThis.history.back()}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}

/** A computed value that is being made, as it was typed. */
interface ValueDraft {
  key: number
  name: string
  formula: string
  unitName: string
  precision: string
}

const emptyValue = (key: number): ValueDraft => ({ key, name: '', formula: '', unitName: '', precision: '' })

interface ValueFieldsProps {
  value: ValueDraft
  title: string
  onChange: (change: Partial<ValueDraft>) => void
  /** Null: it is the only one. */
  onRemove: (() => void) | null
}

/** Name and formula of a computed value. */
const ValueFields = ({ value, title, onChange, onRemove }: ValueFieldsProps): ReactNode => {
  const { common, computed } = useTexts()
  const remove = onRemove !== null && (
    <Button variant="quiet" icon={X} aria-label={computed.less} title={computed.less} onClick={onRemove} />
  )
  return (
    <Panel title={title} aside={remove}>
      <div className="grid gap-4 p-4 pt-1 sm:grid-cols-[2fr_1fr_1fr]">
        <TextField
          label={common.name}
          value={value.name}
          maxLength={500}
          required
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          label={computed.unit}
          value={value.unitName}
          maxLength={50}
          onChange={({ target }) => onChange({ unitName: target.value })}
        />
        <NumberField
          label={computed.precision}
          isWhole
          min={0}
          max={12}
          value={value.precision}
          onChange={(precision) => onChange({ precision })}
        />
        <div className="min-w-0 sm:col-span-3">
          <FormulaField
            formula={value.formula}
            onFormula={(formula) => onChange({ formula })}
            precision={value.precision === '' ? null : Number(value.precision)}
            unitName={value.unitName}
          />
        </div>
      </div>
    </Panel>
  )
}
