import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { call } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { type MapValue, requestsFor, valuesOf } from '../../library/register-map/read-plan.rules.ts'
import { type ParamTemplate, paramName, shortValue } from '../../library/register-map/variants.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import type { ImportOutcome } from './questions.tsx'

type Plan = ImportOutcome['plan']

/** The devices that will be there, and the parameters of one of them with what it says now. */
export const PlanView = ({ plan, isTemplatesOnly }: { plan: Plan; isTemplatesOnly: boolean }): ReactNode => {
  const { common, imports, newNet } = useTexts()
  const { devices, networks, templates } = plan
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, devices.length - 1)
  const device = devices[at]
  const paramCount = devices.reduce((sum, one) => sum + (templates[one.template]?.paramTemplates.length ?? 0), 0)
  const facts = (
    <span className="text-sm text-quiet">{imports.planFacts({ devices: devices.length, params: paramCount })}</span>
  )
  if (device === undefined) {
    return (
      <Panel title={imports.plan}>
        <p className="px-4 pb-4 text-quiet">{imports.nothing}</p>
      </Panel>
    )
  }
  return (
    <>
      {!isTemplatesOnly && (
        <Panel title={imports.plan} badge={facts}>
          <div
            className="overflow-x-auto border-t border-line"
            role="region"
            aria-label={`${imports.plan}: ${imports.device}`}
            tabIndex={0}
          >
            <table className="w-full border-collapse text-sm">
              <thead>
                <tr className="border-b border-line text-left text-quiet">
                  {[imports.device, imports.unit, common.network, imports.parameters, imports.period].map((title) => (
                    <th key={title} scope="col" className="px-4 py-2 font-medium whitespace-nowrap">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {devices.map(({ name, modbusUnitId, network, template, updatePeriodSec }) => (
                  <tr key={`${network} ${modbusUnitId} ${name}`} className="border-b border-line last:border-b-0">
                    <th scope="row" className="px-4 py-1.5 text-left font-medium break-words">
                      {name}
                    </th>
                    <td className="px-4 py-1.5 font-mono">{modbusUnitId}</td>
                    <td className="px-4 py-1.5">
                      <NetworkName network={networks[network]} />
                    </td>
                    <td className="px-4 py-1.5">{templates[template]?.paramTemplates.length ?? 0}</td>
                    <td className="px-4 py-1.5 whitespace-nowrap">{newNet.seconds({ count: updatePeriodSec })}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Panel>
      )}
      <Panel
        title={imports.parameters}
        badge={isTemplatesOnly ? facts : undefined}
        aside={
          devices.length > 1 && (
            <Choice
              label={imports.device}
              isLabelHidden
              value={at}
              options={devices.map(({ name }, place) => [place, name] as const)}
              onChange={setChosen}
            />
          )
        }
      >
        <DeviceValues
          key={`${at} ${JSON.stringify(networks[device.network])}`}
          params={templates[device.template]?.paramTemplates ?? []}
          unit={device.modbusUnitId}
          network={isTemplatesOnly ? undefined : networks[device.network]}
        />
      </Panel>
    </>
  )
}

const NetworkName = ({ network }: { network: Plan['networks'][number] | undefined }): ReactNode => {
  const { imports } = useTexts()
  if (network === undefined) return null
  const { name, existingId, ip, port } = network
  const where = existingId !== undefined ? '' : ip === undefined ? imports.laterNet : `${imports.newNet}, ${ip}:${port}`
  return (
    <span className="break-words">
      {name} {where !== '' && <span className="text-quiet">({where})</span>}
    </span>
  )
}

interface DeviceValuesProps {
  params: readonly ParamTemplate[]
  unit: number
  /** Undefined where only templates are made: there is nothing to ask. */
  network: ImportOutcome['plan']['networks'][number] | undefined
}

/** As many as one request to the service takes. */
const groupsMax = 100
const groupSize = 60

/** Parameters of a device, with what it says now: read once, when asked. */
const DeviceValues = ({ params, unit, network }: DeviceValuesProps): ReactNode => {
  const texts = useTexts()
  const { imports } = texts
  const connection = connectionOf(network)
  const requests = useMemo(() => requestsFor(new Map(params.entries()), groupSize).slice(0, groupsMax), [params])
  const read = useMutation<Map<number, MapValue>, ApiError>({
    mutationFn: async () => {
      if (connection === null) return new Map()
      const body = requests.map(({ kind, address, count }) => ({
        kind,
        address,
        registersNum: count,
        deviceModbusId: unit,
        connection,
      }))
      const answers = await call('raw', 'readMultipleRegisterGroup', { body })
      return valuesOf(
        requests,
        answers.map(({ result }) => result),
      )
    },
  })
  return (
    <div className="flex flex-col gap-3 pb-1">
      {network !== undefined && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4">
          {connection === null ? (
            <p className="text-sm text-quiet">{imports.noValues}</p>
          ) : (
            <>
              <Button isBusy={read.isPending} disabled={unit === 0} onClick={() => read.mutate()}>
                {imports.read}
              </Button>
              <p className="text-sm text-quiet">{imports.valuesHelp}</p>
            </>
          )}
        </div>
      )}
      {read.error !== null && (
        <div className="px-4">
          <Notice tone="critical">{errorText(texts, read.error)}</Notice>
        </div>
      )}
      <ParamTable params={params} values={read.data} />
    </div>
  )
}

const connectionOf = (network: DeviceValuesProps['network']) => {
  if (network === undefined) return null
  const { existingId, ip, port = 502, protocol } = network
  if (existingId !== undefined) return { kind: 'net-id', networkId: existingId } as const
  return ip !== undefined && protocol === 'modbustcp' ? ({ kind: 'direct', ip, port } as const) : null
}

interface ParamTableProps {
  params: readonly ParamTemplate[]
  values: ReadonlyMap<number, MapValue> | undefined
}

const ParamTable = ({ params, values }: ParamTableProps): ReactNode => {
  const { imports, common } = useTexts()
  const language = useLanguage()
  return (
    <div
      role="region"
      aria-label={`${imports.parameters}: ${imports.values}`}
      tabIndex={0}
      className="max-h-[32rem] overflow-auto border-t border-line"
    >
      <table className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-surface">
          <tr className="border-b border-line text-left text-quiet">
            {[common.name, imports.register, imports.type, imports.values].map((title) => (
              <th key={title} scope="col" className="px-4 py-2 font-medium last:text-right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {params.map((param, at) => (
            <tr
              key={`${param.registerKind} ${param.address} ${paramName(param, 'en')}`}
              className="border-b border-line last:border-b-0"
            >
              <th scope="row" className="px-4 py-1.5 text-left font-medium break-words">
                {paramName(param, language)}
              </th>
              <td className="px-4 py-1.5 font-mono text-xs whitespace-nowrap">
                {param.registerKind} {param.address}
              </td>
              <td className="px-4 py-1.5 font-mono text-xs whitespace-nowrap">{typeText(param)}</td>
              <td className="px-4 py-1.5 text-right font-medium whitespace-nowrap">
                <Value value={values?.get(at)} unit={param.unitName} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const typeText = ({ valueType, order, multiplier, shift }: ParamTemplate): string =>
  [
    valueType,
    order,
    ...(multiplier === undefined ? [] : [`×${multiplier}`]),
    ...(shift === undefined ? [] : [Number(shift) < 0 ? `${shift}` : `+${shift}`]),
  ]
    .filter(Boolean)
    .join(' ')

const Value = ({ value, unit }: { value: MapValue | undefined; unit: string | undefined }): ReactNode => {
  const texts = useTexts()
  const { number } = useFormat()
  if (value === undefined) return <span className="font-normal text-faint">{unit ?? ''}</span>
  if ('err' in value) return <span className="font-normal text-critical-text">{reasonText(texts, value.err)}</span>
  const text = shortValue(value.value)
  return /^-?\d+(\.\d+)?$/.test(text) ? number(text, unit) : text
}
