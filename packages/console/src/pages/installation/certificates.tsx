import type { ReactNode } from 'react'
import type { AnswerOf } from '../../api/api-query.ts'
import { useFormat } from '../../format/use-format.ts'
import { useNow } from '../../format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Panel } from '../../ui/layout/page.tsx'

type Certificate = AnswerOf<'installation', 'health'>['certificates'][number]

const dayMs = 86_400_000
/** A renewal that has not come by then will not come by itself. */
const soonDays = 21

/** Whose they are, and until when they are valid. */
export const Certificates = ({ certificates }: { certificates: readonly Certificate[] }): ReactNode => {
  const { installation: texts } = useTexts()
  return (
    <Panel title={texts.certificates} className="lg:col-span-2">
      {certificates.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-quiet">{texts.noCertificates}</p>
      ) : (
        <ul aria-label={texts.certificates}>
          {certificates.map((one) => (
            <li
              key={`${one.use} ${one.subject}`}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-sm"
            >
              <span className="flex min-w-0 flex-col">
                <span className="font-medium">{texts.uses[one.use]}</span>
                <span className="break-words text-quiet">{one.subject ?? one.problem}</span>
              </span>
              {one.validTill !== null && <Validity till={one.validTill} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const Validity = ({ till }: { till: string }): ReactNode => {
  const { installation: texts } = useTexts()
  const { moment, exact } = useFormat()
  const now = useNow()
  const days = Math.floor((Date.parse(till) - now) / dayMs)
  if (days < 0) return <Badge tone="critical">{texts.ended}</Badge>
  if (days < soonDays) return <Badge tone="warning">{texts.endsIn({ count: days })}</Badge>
  return (
    <time dateTime={till} title={exact(till)}>
      {texts.validTill({ when: moment(till, now) })}
    </time>
  )
}
