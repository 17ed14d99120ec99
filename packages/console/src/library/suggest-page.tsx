import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ScanSearch } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { useLanguage } from '../data/state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { NoPermission } from '../ui/feedback/no-permission.tsx'
import { Choice } from '../ui/forms/fields.tsx'
import { NumberField } from '../ui/forms/number-field.tsx'
import { Facts, Page, Panel } from '../ui/layout/page.tsx'
import { RegisterSearch } from './register-search.tsx'

/** Identifies a device; if no template matches, its registers are searched. */
export const SuggestPage = (): ReactNode => {
  const { library } = useTexts()
  const isOperator = useHasRole('operator')
  return <Page title={library.suggestTitle}>{isOperator ? <Suggest /> : <NoPermission role="operator" />}</Page>
}

const Suggest = (): ReactNode => {
  const { library } = useTexts()
  const { orgId } = useOrg()
  const { net = 0, unit = 1 } = useSearch({ from: '/shell/library/suggest' })
  const navigate = useNavigate()
  const nets = useQuery(apiQuery('nets', 'list', { orgId }))
  const [isIdentifying, setIsIdentifying] = useState(false)
  const set = (next: { net: number; unit: number }): void => {
    setIsIdentifying(false)
    void navigate({ to: '/library/suggest', search: next, replace: true })
  }
  return (
    <>
      <p className="max-w-prose text-sm text-quiet">{library.suggestHelp}</p>
      <Loaded query={nets}>
        {(all) => (
          <form
            className="flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              setIsIdentifying(true)
            }}
          >
            <Choice
              label={library.network}
              value={net}
              options={[[0, library.previewNone] as const, ...all.map(({ id, name }) => [id, name] as const)]}
              onChange={(id) => set({ net: id, unit })}
            />
            <NumberField
              label={library.unit}
              isWhole
              min={1}
              max={255}
              value={unit}
              onChange={(value) => Number(value) >= 1 && Number(value) <= 255 && set({ net, unit: Number(value) })}
            />
            <Button type="submit" variant="primary" icon={ScanSearch} isChange={false} disabled={net === 0}>
              {library.ask}
            </Button>
          </form>
        )}
      </Loaded>
      {net > 0 && isIdentifying && <Identified key={`${net} ${unit}`} netId={net} unit={unit} />}
      {net > 0 && <RegisterSearch key={`scan ${net} ${unit}`} netId={net} unit={unit} />}
    </>
  )
}

type Identification = AnswerOf<'scan', 'identify'>

const Identified = ({ netId, unit }: { netId: number; unit: number }): ReactNode => {
  const { library } = useTexts()
  const result = useQuery({
    ...apiQuery('scan', 'identify', { connection: { kind: 'net-id', networkId: netId }, unit }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Panel title={library.identity}>
        <Loaded query={result}>{(answer) => <Identity result={answer} />}</Loaded>
      </Panel>
      <Panel title={library.proposals}>
        <Loaded query={result}>{(answer) => <Proposals result={answer} />}</Loaded>
      </Panel>
    </div>
  )
}

const Identity = ({ result: { identity } }: { result: Identification }): ReactNode => {
  const { library } = useTexts()
  if (identity === null) return <p className="px-4 pb-4 text-sm text-quiet">{library.noIdentity}</p>
  const { vendorName, productName, productCode, modelName, revision } = identity
  const facts = [
    [library.maker, vendorName],
    [library.family, productName],
    [library.model, modelName],
    [library.skus, productCode],
    [library.version, revision],
  ] as const
  return <Facts facts={facts.filter((fact): fact is [(typeof fact)[0], string] => fact[1] !== undefined)} />
}

const Proposals = ({ result: { templates } }: { result: Identification }): ReactNode => {
  const { library } = useTexts()
  const { number } = useFormat()
  const language = useLanguage()
  if (templates.length === 0) return <p className="px-4 pb-4 text-sm text-quiet">{library.noProposals}</p>
  return (
    <ul aria-label={library.proposals}>
      {templates.map(({ id, name, manufacturer, fitting, tried, variant }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 border-t border-line px-4 py-2.5 text-sm">
          <span className="min-w-40 flex-1">
            <Link to="/library/$id" params={{ id }} className="font-medium underline-offset-4 hover:underline">
              {name}
            </Link>
            <span className="block text-xs text-quiet">
              {manufacturer}
              {variant !== undefined && ` · ${variant.note[language]}`}
            </span>
          </span>
          <span className="text-quiet">{library.fits({ fitting: number(fitting), tried: number(tried) })}</span>
        </li>
      ))}
    </ul>
  )
}
