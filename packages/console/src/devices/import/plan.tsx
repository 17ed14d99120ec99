import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import type { ImportOutcome } from './use-import.ts'
import { DeviceValues } from './values.tsx'

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
