import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type AnswerOf, apiQuery } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { Checkbox } from '../ui/forms/fields.tsx'
import { Panel } from '../ui/layout/page.tsx'

type TemplateComparison = AnswerOf<'templateUse', 'compare'>
type ChangeLine = TemplateComparison['changed'][number]
type ParamLine = TemplateComparison['added'][number]

export interface DifferenceProps {
  templateId: number
  deviceIds: readonly number[]
  onApplied: () => void
}

/** Changes of a template in its devices, line by line, which can then be applied. */
export const Difference = ({ templateId, deviceIds, onApplied }: DifferenceProps): ReactNode => {
  const { library } = useTexts()
  const { orgId } = useOrg()
  const box = useRef<HTMLDivElement>(null)
  const compared = useQuery({
    ...apiQuery('templateUse', 'compare', { orgId, templateId, deviceIds: [...deviceIds] }),
    staleTime: 0,
  })
  const isThere = compared.data !== undefined
  useEffect(() => {
    if (isThere) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isThere])
  return (
    <div ref={box}>
      <Panel title={library.compareTitle}>
        <Loaded query={compared}>
          {(found) => <Lines found={found} templateId={templateId} deviceIds={deviceIds} onApplied={onApplied} />}
        </Loaded>
      </Panel>
    </div>
  )
}

const Lines = ({
  found,
  templateId,
  deviceIds,
  onApplied,
}: DifferenceProps & { found: TemplateComparison }): ReactNode => {
  const { library } = useTexts()
  const { orgId } = useOrg()
  const [isGoneDeleted, setIsGoneDeleted] = useState(false)
  const apply = useAction(
    'templateUse',
    'apply',
    [['templateUse'], ['devices'], ['params'], ['nets']],
    ({ changedCount }) => toast(library.applied({ count: changedCount })),
  )
  const { changed, kept, added, gone, unchangedCount, digest } = found
  const isNothing = changed.length + added.length + gone.length + kept.length === 0
  const send = (): void =>
    apply.mutate(
      { orgId, templateId, deviceIds: [...deviceIds], ifDigest: digest, isGoneDeleted },
      { onSuccess: onApplied },
    )
  return (
    <div className="flex flex-col gap-4 px-4 pb-4">
      {unchangedCount > 0 && <p className="text-sm text-quiet">{library.sameAlready({ count: unchangedCount })}</p>}
      {isNothing && <Notice>{library.nothingChanges}</Notice>}
      <Changes title={library.changed} help={library.changedHelp} lines={changed} />
      <Params title={library.added} lines={added} />
      <Params title={library.gone} help={library.goneHelp} lines={gone}>
        <Checkbox
          label={library.deleteGone}
          checked={isGoneDeleted}
          onChange={({ target }) => setIsGoneDeleted(target.checked)}
        />
      </Params>
      <Changes title={library.kept} help={library.keptHelp} lines={kept} />
      <div>
        <Button variant="primary" isChange isBusy={apply.isPending} onClick={send}>
          {library.apply({ count: deviceIds.length })}
        </Button>
      </div>
    </div>
  )
}

interface ChangesProps {
  title: string
  help: string
  lines: readonly ChangeLine[]
}

const headClass = 'px-3 py-1.5 text-left text-xs font-medium text-faint'

/** Settings with their old and new values. */
const Changes = ({ title, help, lines }: ChangesProps): ReactNode => {
  const { library } = useTexts()
  if (lines.length === 0) return null
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="text-xs text-quiet">{help}</p>
      <div className="overflow-x-auto rounded-part border border-line" role="region" aria-label={title} tabIndex={0}>
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b border-line bg-sunken">
              {[library.registers, library.setting, library.before, library.after, library.devices].map((head) => (
                <th key={head} scope="col" className={`${headClass} last:max-md:hidden`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={JSON.stringify(line)} className="border-b border-line last:border-b-0">
                <td className="px-3 py-1.5 font-medium">
                  <About line={line} />
                  <span className="block text-xs font-normal text-quiet md:hidden">
                    {library.inDevices({ count: line.deviceIds.length })}
                  </span>
                </td>
                <td className="px-3 py-1.5">{fieldName(library.fields, line.field)}</td>
                <td className="px-3 py-1.5 break-words text-quiet">{line.before ?? library.nothing}</td>
                <td className="px-3 py-1.5 font-medium break-words">{line.after ?? library.nothing}</td>
                <td className="px-3 py-1.5 whitespace-nowrap text-quiet max-md:hidden">
                  {library.inDevices({ count: line.deviceIds.length })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const Params = ({
  title,
  help,
  lines,
  children,
}: {
  title: string
  help?: string
  lines: readonly ParamLine[]
  children?: ReactNode
}): ReactNode => {
  const { library } = useTexts()
  if (lines.length === 0) return null
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-sm font-semibold">{title}</h3>
      {help !== undefined && <p className="text-xs text-quiet">{help}</p>}
      <ul className="flex flex-wrap gap-2 text-sm">
        {lines.map((line) => (
          <li key={JSON.stringify(line)} className="rounded-part border border-line px-2 py-0.5">
            <About line={line} />{' '}
            <span className="text-quiet">{library.inDevices({ count: line.deviceIds.length })}</span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

const About = ({ line: { name, label } }: { line: ParamLine }): ReactNode => {
  const { library } = useTexts()
  if (name === undefined) return library.ofDevice
  return (
    <>
      {name} {label !== undefined && <span className="font-mono text-xs font-normal text-quiet">{label}</span>}
    </>
  )
}

const fieldName = (fields: Readonly<Record<string, string>>, field: string): string => fields[field] ?? field
