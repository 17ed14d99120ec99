import { countsOf } from '@busbar/diagrams/viewer'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Workflow } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ImportSvg } from './import-svg.tsx'
import { NewPicture } from './new-picture.tsx'
import { PictureCard } from './picture-card.tsx'

/** Drawings are large: so many are shown at a time. */
const stepCount = 24
const refetchInterval = 15_000

/** All pictures of the organization, by group and name, each as it looks now. */
export const PicturesPage = (): ReactNode => {
  const { pictures } = useTexts()
  const { orgId } = useOrg()
  const mayDraw = useHasRole('manager')
  const { show = 'all' } = useSearch({ from: '/shell/pictures' })
  const navigate = useNavigate()
  const list = useQuery(apiQuery('visualizations', 'overview', { orgId }))
  const choose = (value: 'all' | 'abnormal' | 'faceplates'): void =>
    void navigate({ to: '/pictures', search: value === 'all' ? {} : { show: value }, replace: true })
  return (
    <Page
      title={pictures.title}
      actions={
        <>
          <Link to="/pictures/symbols" className={buttonClass()}>
            {pictures.symbols}
          </Link>
          {mayDraw && (
            <>
              <ImportSvg />
              <NewPicture />
            </>
          )}
        </>
      }
    >
      <Loaded query={list}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={Workflow}
              title={pictures.none}
              help={mayDraw ? pictures.noneHelp : pictures.noneHelpViewer}
            />
          ) : (
            <>
              <div className="max-w-md">
                <Segmented
                  label={pictures.show}
                  value={show}
                  options={[
                    ['all', pictures.all],
                    ['abnormal', pictures.abnormal],
                    ['faceplates', pictures.faceplates],
                  ]}
                  onChange={choose}
                />
              </div>
              <Cards
                key={show}
                ids={rows.filter(({ kind }) => (kind === 'faceplate') === (show === 'faceplates')).map(({ id }) => id)}
                isAbnormalOnly={show === 'abnormal'}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const Cards = ({ ids, isAbnormalOnly }: { ids: readonly number[]; isAbnormalOnly: boolean }): ReactNode => {
  const { pictures } = useTexts()
  const { orgId } = useOrg()
  const lang = serviceLanguage(useLanguage())
  const [count, setCount] = useState(stepCount)
  const visIds = ids.slice(0, count)
  const isAny = visIds.length > 0
  const infos = useQuery({
    ...apiQuery('visualizations', 'infoOfMany', { orgId, visIds }),
    enabled: isAny,
    placeholderData: keepPreviousData,
  })
  const values = useQuery({
    ...apiQuery('visualizations', 'valuesOfMany', { orgId, visIds, lang }),
    enabled: isAny,
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  if (!isAny) return <EmptyState icon={Workflow} title={pictures.noneShown} help={pictures.noneShownHelp} />
  return (
    <Loaded query={infos}>
      {(all) => {
        const shown = all.filter(({ id }) => {
          const { none: _none, ...abnormal } = countsOf(values.data?.[id] ?? {})
          return !isAbnormalOnly || Object.values(abnormal).some((one) => one > 0)
        })
        return (
          <>
            {shown.length === 0 ? (
              <EmptyState icon={Workflow} title={pictures.noneShown} help={pictures.noneShownHelp} />
            ) : (
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">
                {shown.map((vis) => (
                  <li key={vis.id}>
                    <PictureCard vis={vis} values={values.data?.[vis.id]} />
                  </li>
                ))}
              </ul>
            )}
            {ids.length > count && (
              <div>
                <Button onClick={() => setCount(count + stepCount)}>{pictures.more}</Button>
              </div>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
