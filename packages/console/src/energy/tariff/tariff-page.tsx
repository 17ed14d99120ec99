import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useUnsaved } from '../../data/state/leaving.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { dayAt } from '../figures/period.rules.ts'
import type { Tree } from '../figures.ts'
import {
  newTariff,
  problemOf,
  replaced,
  type Tariff,
  type TariffVersion,
  withoutZone,
  withVersion,
  withZone,
} from './tariff.rules.ts'
import { ZoneFields } from './zone-fields.tsx'

/** Tariff of a tree. */
export const TariffPage = (): ReactNode => {
  const { tariff: texts } = useTexts()
  const { treeId } = useParams({ from: '/shell/energy/$treeId/tariff' })
  const tree = useQuery(apiQuery('trees', 'get', { treeId }))
  const stored = useQuery(apiQuery('tariffs', 'get', { treeId }))
  const mayEdit = useHasRole('manager')
  return (
    <Page
      title={texts.title}
      badge={<span className="text-sm text-quiet">{tree.data?.name}</span>}
      actions={
        <Link to="/energy/$treeId" params={{ treeId }} search={{}} className={buttonClass()}>
          {texts.back}
        </Link>
      }
    >
      {!mayEdit && <Notice>{texts.notAllowed}</Notice>}
      {mayEdit && (
        <Loaded query={tree}>
          {(found) => <Loaded query={stored}>{({ tariff }) => <Editor tree={found} stored={tariff} />}</Loaded>}
        </Loaded>
      )}
    </Page>
  )
}

const Editor = ({ tree, stored }: { tree: Tree; stored: Tariff | null }): ReactNode => {
  const { tariff: texts, common } = useTexts()
  const today = dayAt(tree.timeZone, serverNow())
  const [draft, setDraft] = useState<Tariff>(stored ?? newTariff(null, texts.allHours, today))
  const [saved, setSaved] = useState(() => JSON.stringify(stored ?? draft))
  const isChanged = JSON.stringify(draft) !== saved
  useUnsaved(isChanged)
  const change = useAction('tariffs', 'change', [['tariffs']], (_, { tariff }) => tariff !== null && toast(texts.saved))
  const problem = problemOf(draft)
  const save = (): void =>
    change.mutate({ treeId: tree.id, tariff: draft }, { onSuccess: () => setSaved(JSON.stringify(draft)) })
  return (
    <>
      <p className="text-sm text-quiet">{texts.help({ zone: tree.timeZone })}</p>
      <Panel title={texts.general}>
        <div className="grid max-w-xl gap-4 px-4 pb-4 sm:grid-cols-2">
          <TextField
            label={texts.currency}
            hint={texts.currencyHelp}
            value={draft.currency}
            maxLength={3}
            autoCapitalize="characters"
            onChange={({ target }) => setDraft({ ...draft, currency: target.value.toUpperCase() })}
          />
          <TextField
            label={texts.unit}
            hint={texts.unitHelp}
            value={draft.unit}
            maxLength={20}
            onChange={({ target }) => setDraft({ ...draft, unit: target.value })}
          />
        </div>
      </Panel>
      {draft.versions.map((version, at) => (
        <VersionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a version is known by its place
          key={at}
          version={version}
          tariff={draft}
          onChange={(next) => setDraft({ ...draft, versions: replaced(draft.versions, at, next) })}
          onRemove={
            draft.versions.length === 1
              ? undefined
              : () => setDraft({ ...draft, versions: draft.versions.filter((_, place) => place !== at) })
          }
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setDraft(withVersion(draft, today))}>{texts.addVersion}</Button>
      </div>
      {problem !== null && isChanged && <Notice tone="warning">{texts.problems[problem]}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isBusy={change.isPending}
          disabled={problem !== null || (!isChanged && stored !== null)}
          onClick={save}
        >
          {common.save}
        </Button>
        {stored !== null && (
          <ConfirmButton
            act={texts.remove}
            variant="danger"
            question={texts.removeQuestion}
            onConfirm={() =>
              change.mutate(
                { treeId: tree.id, tariff: null },
                {
                  onSuccess: () => {
                    const next = newTariff(null, texts.allHours, today)
                    setDraft(next)
                    setSaved(JSON.stringify(next))
                  },
                },
              )
            }
          />
        )}
      </div>
    </>
  )
}

interface VersionFieldsProps {
  version: TariffVersion
  tariff: Tariff
  onChange: (version: TariffVersion) => void
  /** Missing for the only one. */
  onRemove: (() => void) | undefined
}

/** Prices from a day on. */
const VersionFields = ({ version, tariff, onChange, onRemove }: VersionFieldsProps): ReactNode => {
  const { tariff: texts } = useTexts()
  const unit = version.conversion?.unit ?? tariff.unit
  const change = (name: 'fixedPerMonth' | 'co2', typed: string): void => {
    const { [name]: _, ...rest } = version
    onChange(typed === '' ? rest : { ...rest, [name]: typed })
  }
  const convert = (factor: string, to: string): void => {
    const { conversion: _, ...rest } = version
    const isNone = factor === '' && to === ''
    onChange(isNone ? rest : { ...rest, conversion: { factor, unit: to } })
  }
  return (
    <Panel
      title={texts.from({ day: version.validFrom })}
      aside={onRemove !== undefined && <Button onClick={onRemove}>{texts.removeVersion}</Button>}
    >
      <div className="flex flex-col gap-4 px-4 pb-4">
        <div className="grid gap-4 sm:grid-cols-2 wide:grid-cols-5">
          <TextField
            label={texts.validFrom}
            type="date"
            required
            value={version.validFrom}
            onChange={({ target }) => onChange({ ...version, validFrom: target.value })}
          />
          <NumberField
            label={texts.fixed({ currency: tariff.currency })}
            value={version.fixedPerMonth ?? ''}
            onChange={(value) => change('fixedPerMonth', value)}
          />
          <NumberField
            label={texts.co2({ unit })}
            value={version.co2 ?? ''}
            onChange={(value) => change('co2', value)}
          />
          <NumberField
            label={texts.factor({ unit: tariff.unit })}
            hint={texts.factorHelp}
            value={version.conversion?.factor ?? ''}
            onChange={(value) => convert(value, version.conversion?.unit ?? (value === '' ? '' : 'kWh'))}
          />
          <TextField
            label={texts.factorUnit}
            maxLength={20}
            value={version.conversion?.unit ?? ''}
            disabled={version.conversion === undefined}
            onChange={({ target }) => convert(version.conversion?.factor ?? '', target.value)}
          />
        </div>
        <ul className="flex flex-col gap-3">
          {version.zones.map((zone, at) => (
            <ZoneFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a zone is known by its place
              key={at}
              zone={zone}
              priceLabel={texts.price({ currency: tariff.currency, unit })}
              isLast={at === version.zones.length - 1}
              onChange={(next) => onChange({ ...version, zones: replaced(version.zones, at, next) })}
              onRemove={() => onChange(withoutZone(version, at))}
            />
          ))}
        </ul>
        <div>
          <Button disabled={version.zones.length >= 12} onClick={() => onChange(withZone(version, texts.newZone))}>
            {texts.addZone}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
