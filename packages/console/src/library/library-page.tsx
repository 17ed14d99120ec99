import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileInput, Library, Plus, ScanSearch } from 'lucide-react'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { type Language, useLanguage } from '../data/state/preferences.ts'
import type { Texts } from '../texts/messages.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, buttonClass } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Choice, TextField } from '../ui/forms/fields.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { Segmented } from '../ui/forms/segmented.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import { sortOf, sortText } from '../ui/layout/columns.ts'
import { Page } from '../ui/layout/page.tsx'
import { type Column, DataTable, RowLink } from '../ui/layout/table.tsx'
import { ImportButton } from './import-button.tsx'
import { filtered, type TemplateKind, type TemplateLine } from './library.rules.ts'

/** Makes a template with one register, and goes to its table. */
const NewTemplateButton = (): ReactNode => {
  const { common, library } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const create = useAction('templates', 'create', [['templates']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    create.mutate(
      {
        orgId,
        name: formText(form, 'name'),
        manufacturer: formText(form, 'manufacturer'),
        version: '1',
        readGroupSize: 60,
        writeFunction: 'normal',
        paramTemplates: [
          { name: formText(form, 'first'), address: 0, registerKind: 'holding', valueType: 'u16', isTracked: true },
        ],
      },
      { onSuccess: ({ id }) => void navigate({ to: '/library/$id', params: { id } }) },
    )
  }
  return (
    <>
      <Button variant="primary" icon={Plus} isChange onClick={() => setIsOpen(true)}>
        {library.create}
      </Button>
      <Dialog title={library.create} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-quiet">{library.createHelp}</p>
          <TextField label={library.family} name="name" required maxLength={200} />
          <TextField label={library.maker} name="manufacturer" required maxLength={200} />
          <TextField label={library.firstRegister} name="first" required maxLength={500} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={create.isPending}>
              {library.create}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}

/** All device families that the organization can use. */
export const LibraryPage = (): ReactNode => {
  const { library: texts, imports } = useTexts()
  const { number } = useFormat()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const isOperator = useHasRole('operator')
  const templates = useQuery(apiQuery('templates', 'list', {}))
  const own = templates.data?.filter((line) => line.orgId === orgId).length ?? 0
  const shipped = templates.data?.filter((line) => line.orgId === undefined).length ?? 0
  const actions = (
    <>
      {isOperator && (
        <Link to="/library/suggest" className={buttonClass()}>
          <ScanSearch className="size-4" strokeWidth={1.75} aria-hidden="true" />
          {texts.fromDevice}
        </Link>
      )}
      {isManager && (
        <Link to="/nets/import" search={{ into: 'templates' }} className={buttonClass()}>
          <FileInput className="size-4" strokeWidth={1.75} aria-hidden="true" />
          {imports.open}
        </Link>
      )}
      {isManager && <ImportButton />}
      {isManager && <NewTemplateButton />}
    </>
  )
  return (
    <Page
      title={texts.title}
      facts={templates.data && texts.facts({ shipped: number(shipped), own: number(own) })}
      actions={(isManager || isOperator) && actions}
    >
      <Loaded query={templates}>{(lines) => <Families lines={lines} />}</Loaded>
    </Page>
  )
}

const Families = ({ lines }: { lines: readonly TemplateLine[] }): ReactNode => {
  const texts = useTexts()
  const { library } = texts
  const { orgId } = useOrg()
  const language = useLanguage()
  const search = useSearch({ from: '/shell/library' })
  const navigate = useNavigate({ from: '/library' })
  const set = (change: Partial<typeof search>): void =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const shown = useMemo(() => filtered(lines, orgId, search), [lines, orgId, search])
  const columns = useMemo(() => columnsOf(texts, language), [texts, language])
  const kinds = Object.entries(library.kinds) as [TemplateKind, string][]
  return (
    <section aria-label={library.title} className="overflow-clip rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-2 p-3">
        <SearchField
          label={library.search}
          text={search.q ?? ''}
          onText={(q) => set({ q: q === '' ? undefined : q })}
        />
        <Choice
          label={library.kind}
          isLabelHidden
          value={search.kind ?? ''}
          options={[['', library.allKinds], ...kinds]}
          onChange={(kind) => set({ kind: kind === '' ? undefined : kind })}
        />
        <Segmented
          label={library.whose}
          isLabelHidden
          value={search.show ?? 'all'}
          options={[
            ['all', library.all],
            ['own', library.own],
            ['shipped', library.shipped],
          ]}
          onChange={(show) => set({ show: show === 'all' ? undefined : show })}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={Library} title={library.noneFound} help={library.noneFoundHelp} />
      ) : (
        <DataTable
          label={library.title}
          rows={shown}
          columns={columns}
          rowKey={({ id }) => id}
          rowPx={44}
          sort={sortOf(search.sort)}
          onSort={(sort) => set({ sort: sortText(sort) })}
        />
      )}
    </section>
  )
}

const columnsOf = ({ library }: Texts, language: Language): Column<TemplateLine>[] => [
  {
    id: 'name',
    title: library.family,
    share: 3,
    sortBy: ({ name }) => name,
    cell: ({ id, name, variant }) => (
      <span className="flex min-w-0 flex-col">
        <RowLink href={`/library/${id}`}>{name}</RowLink>
        {variant !== undefined && <span className="truncate text-xs text-quiet">{variant.note[language]}</span>}
      </span>
    ),
  },
  {
    id: 'maker',
    title: library.maker,
    share: 1.2,
    sortBy: (line) => line.manufacturer,
    cell: (line) => line.manufacturer,
  },
  {
    id: 'kind',
    title: library.kind,
    share: 1.7,
    from: 'tablet',
    sortBy: ({ kind = 'other' }) => library.kinds[kind],
    cell: ({ kind = 'other' }) => <span className="text-quiet">{library.kinds[kind]}</span>,
  },
  {
    id: 'skus',
    title: library.skus,
    share: 1.6,
    from: 'desktop',
    phone: 'none',
    cell: ({ skus }) => <span className="font-mono text-xs text-quiet">{skus.join(' ')}</span>,
  },
  {
    id: 'version',
    title: library.version,
    from: 'desktop',
    phone: 'none',
    cell: ({ version }) => <span className="text-quiet">{version}</span>,
  },
  {
    id: 'own',
    title: library.origin,
    share: 1,
    from: 'tablet',
    sortBy: (line) => (line.orgId === undefined ? 1 : 0),
    cell: (line) =>
      line.orgId === undefined ? <span className="text-quiet">{library.shipped}</span> : <strong>{library.own}</strong>,
  },
  {
    id: 'count',
    title: library.registers,
    share: 0.8,
    align: 'right',
    sortBy: ({ paramCount }) => paramCount,
    cell: ({ paramCount }) => paramCount,
  },
]
