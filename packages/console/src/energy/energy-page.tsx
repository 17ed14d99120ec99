import { nameToday } from '@busbar/ui/time-zones'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ListTree } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useOwnZone } from '../data/state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import { TimeZoneChoice } from '../ui/forms/time-zone-choice.tsx'
import { Page, Panel } from '../ui/layout/page.tsx'
import { ShortName } from '../ui/layout/short-name.tsx'
import { Value } from '../ui/layout/value.tsx'
import { useAmount } from './figures/energy-format.ts'

/** Makes a tree, and goes to where it is put together. */
const NewTree = (): ReactNode => {
  const zone = useOwnZone()
  const { common, energyEdit: texts } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [timeZone, setTimeZone] = useState(nameToday(zone))
  const create = useAction('trees', 'create', [['trees']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = formText(new FormData(event.currentTarget), 'name').trim()
    create.mutate(
      { orgId, name, timeZone },
      { onSuccess: ({ id }) => void navigate({ to: '/energy/$treeId/edit', params: { treeId: id } }) },
    )
  }
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        {texts.newTree}
      </Button>
      <Dialog title={texts.newTree} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextField name="name" label={common.name} maxLength={200} pattern=".*\S.*" required />
          <TimeZoneChoice label={texts.timeZone} value={timeZone} onChange={setTimeZone} />
          <p className="text-sm text-quiet">{texts.timeZoneHelp}</p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={create.isPending}>
              {texts.create}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}

/** The energy trees of the organization. */
export const EnergyPage = (): ReactNode => {
  const { energy } = useTexts()
  const { orgId } = useOrg()
  const mayEdit = useHasRole('manager')
  const trees = useQuery(apiQuery('trees', 'list', { orgId }))
  return (
    <Page title={energy.title} actions={mayEdit && (trees.data?.length ?? 0) > 0 && <NewTree />}>
      <Loaded query={trees}>
        {(list) =>
          list.length === 0 ? (
            <Panel title={energy.trees}>
              <EmptyState
                icon={ListTree}
                title={energy.noTree}
                help={energy.noTreeHelp}
                action={mayEdit && <NewTree />}
              />
            </Panel>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              {list.map((tree) => (
                <TreeCard key={tree.id} {...tree} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

interface TreeCardProps {
  id: string
  name: string
  timeZone: string
}

/** A tree with what it came to this month. */
const TreeCard = ({ id, name, timeZone }: TreeCardProps): ReactNode => {
  const { energy } = useTexts()
  const { amount } = useAmount()
  const month = useQuery(apiQuery('treeEnergy', 'treeLast', { treeId: id, cadence: 'month' }))
  const span = { from: new Date(month.data?.from ?? 0), till: new Date(month.data?.till ?? 1) }
  const units = useQuery({
    ...apiQuery('treeProfiles', 'history', { treeId: id, cadence: 'month', ...span, levels: 0 }),
    enabled: month.data !== undefined,
  })
  const [whole] = units.data?.branches ?? []
  return (
    <li className="relative flex flex-col gap-1.5 rounded-card border border-line bg-surface p-4 hover:bg-hover">
      <Link
        to="/energy/$treeId"
        params={{ treeId: id }}
        search={{}}
        className="min-w-0 text-base font-semibold after:absolute after:inset-0 after:rounded-card"
      >
        <ShortName name={name} />
      </Link>
      <p className="text-xs text-faint">{timeZone}</p>
      {month.isError || units.isError ? (
        <p className="text-sm text-unknown-text">{energy.notLoaded}</p>
      ) : month.data === undefined || whole === undefined ? (
        <Skeleton className="h-7 w-28" />
      ) : (
        <>
          <Value text={amount(month.data.energy, whole.unit)} size="card" />
          <p className="text-xs text-faint">
            {`${energy.thisMonth} · ${energy.sensorsOf({ known: month.data.sensorsReported, all: month.data.sensorsTotal })}`}
          </p>
          {month.data.setAside.length > 0 && (
            <p className="text-xs text-warning-text">{energy.setAsideTitle({ count: month.data.setAside.length })}</p>
          )}
        </>
      )}
    </li>
  )
}
