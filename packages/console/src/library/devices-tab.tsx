import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Cpu } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Checkbox, Choice } from '../ui/forms/fields.tsx'
import { Panel } from '../ui/layout/page.tsx'
import { type Column, DataTable, RowLink } from '../ui/layout/table.tsx'
import { Difference } from './difference.tsx'

interface OtherDevicesProps {
  templateId: number
  chosen: ReadonlySet<number>
  onChoose: (ids: readonly number[], isOn: boolean) => void
}

/** Devices of a network that were made from another template, or from none: they can become devices of this one. */
const OtherDevices = ({ templateId, chosen, onChoose }: OtherDevicesProps): ReactNode => {
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

type Device = AnswerOf<'templateUse', 'devices'>[number]

/** As many as the service takes at once. */
export const applyMax = 200

/** Which devices use a template, and what it would change in those that are chosen. */
export const DevicesTab = (): ReactNode => {
  const { id: templateId } = useParams({ from: '/shell/library/$id' })
  const { library } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const devices = useQuery(apiQuery('templateUse', 'devices', { orgId, templateId }))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [compared, setCompared] = useState<readonly number[] | null>(null)
  const choose = (ids: readonly number[], isOn: boolean): void => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (!isOn) next.delete(id)
      else if (next.size < applyMax) next.add(id)
    }
    setChosen(next)
    setCompared(null)
  }
  return (
    <>
      <Loaded query={devices}>
        {(found) => (
          <Panel
            title={library.devices}
            aside={
              isManager && (
                <span className="flex flex-wrap items-center gap-2">
                  {chosen.size > 0 && (
                    <span className="text-sm text-quiet">{library.selected({ count: chosen.size })}</span>
                  )}
                  {found.length > 0 && (
                    <Button
                      onClick={() =>
                        choose(
                          found.map(({ id }) => id),
                          true,
                        )
                      }
                    >
                      {library.selectAll}
                    </Button>
                  )}
                  <Button
                    variant="primary"
                    disabled={chosen.size === 0}
                    onClick={() => setCompared([...chosen].toSorted((a, b) => a - b))}
                  >
                    {library.compare}
                  </Button>
                </span>
              )
            }
          >
            {found.length === 0 ? (
              <EmptyState icon={Cpu} title={library.noDevices} help={library.noDevicesHelp} />
            ) : (
              <Users devices={found} chosen={isManager ? chosen : null} onChoose={choose} />
            )}
          </Panel>
        )}
      </Loaded>
      {isManager && <OtherDevices templateId={templateId} chosen={chosen} onChoose={choose} />}
      {compared !== null && (
        <Difference
          key={compared.join()}
          templateId={templateId}
          deviceIds={compared}
          onApplied={() => {
            setCompared(null)
            setChosen(new Set())
          }}
        />
      )}
    </>
  )
}

interface UsersProps {
  devices: readonly Device[]
  /** Null where nothing can be chosen. */
  chosen: ReadonlySet<number> | null
  onChoose: (ids: readonly number[], isOn: boolean) => void
}

const Users = ({ devices, chosen, onChoose }: UsersProps): ReactNode => {
  const { library } = useTexts()
  const { number } = useFormat()
  // A row is drawn again when it is another object.
  const rows = devices.map((device) => ({ ...device, isChosen: chosen?.has(device.id) ?? false }))
  const columns: Column<(typeof rows)[number]>[] = [
    ...(chosen === null
      ? []
      : [
          {
            id: 'chosen',
            title: library.selectAll,
            isTitleHidden: true,
            share: 0.3,
            phone: 'mark' as const,
            cell: ({ id, name, isChosen }: (typeof rows)[number]) => (
              <input
                type="checkbox"
                aria-label={name}
                checked={isChosen}
                onChange={({ target }) => onChoose([id], target.checked)}
                className="size-4 accent-accent max-md:size-5"
              />
            ),
          },
        ]),
    {
      id: 'name',
      title: library.device,
      share: 2,
      phone: 'title',
      cell: ({ id, name }) => <RowLink href={`/devices/${id}`}>{name}</RowLink>,
    },
    { id: 'net', title: library.network, share: 2, phone: 'detail', cell: ({ netName }) => netName },
    {
      id: 'unit',
      title: library.unit,
      align: 'right',
      phone: 'none',
      cell: ({ modbusUnitId }) => number(modbusUnitId),
    },
    {
      id: 'revision',
      title: library.isRevision,
      align: 'right',
      phone: 'value',
      cell: ({ revision }) =>
        revision === undefined ? <span className="text-quiet">{library.revisionUnknown}</span> : number(revision),
    },
  ]
  return <DataTable label={library.devices} rows={rows} columns={columns} rowKey={({ id }) => id} />
}
