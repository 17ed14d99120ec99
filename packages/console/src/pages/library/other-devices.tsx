import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../api/api-query.ts'
import { useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Checkbox, Choice } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'

export interface OtherDevicesProps {
  templateId: number
  chosen: ReadonlySet<number>
  onChoose: (ids: readonly number[], isOn: boolean) => void
}

/** Devices of a network that were made from another template, or from none: they can become devices of this one. */
export const OtherDevices = ({ templateId, chosen, onChoose }: OtherDevicesProps): ReactNode => {
  const { library, common } = useTexts()
  const { orgId } = useOrg()
  const [netId, setNetId] = useState(0)
  const nets = useQuery(apiQuery('nets', 'list', { orgId })).data ?? []
  const devices = useQuery({ ...apiQuery('nets', 'devices', { netId }), enabled: netId > 0 }).data ?? []
  const others = devices.filter(({ initializedFromTemplate }) => initializedFromTemplate !== templateId)
  return (
    <Panel title={library.others}>
      <div className="flex flex-col gap-3 px-4 pb-4">
        <p className="text-sm text-quiet">{library.othersHelp}</p>
        <div className="max-w-sm">
          <Choice
            label={library.network}
            value={netId}
            options={[[0, library.showOthers] as const, ...nets.map(({ id, name }) => [id, name] as const)]}
            onChange={setNetId}
          />
        </div>
        {netId > 0 && others.length === 0 && <p className="text-sm text-quiet">{common.none}</p>}
        <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
          {others.map(({ id, name }) => (
            <li key={id}>
              <Checkbox
                label={name}
                checked={chosen.has(id)}
                onChange={({ target }) => onChoose([id], target.checked)}
              />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
