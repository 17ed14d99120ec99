import type { Queries } from '../../db/sql.ts'
import type { Manner } from './describe.ts'
import type { MessageRow } from './outbox.sql.ts'
import type { Language } from './texts/words.ts'

/** By the names that contacts have for them. */
const languages: Readonly<Record<string, Language>> = { en: 'en', pl: 'pl', ru: 'ru', uk: 'ua' }

/** In the language of the contact whom a message is for, or whose address it has if nobody else of the organization has the same. */
export const mannerFor = async (
  tx: Queries,
  { orgId, contactId, recepient }: Pick<MessageRow, 'orgId' | 'contactId' | 'recepient'>,
  manner: Manner,
): Promise<Manner> => {
  const found = await tx<{ language: string }[]>`
    select language from contact c
    where org_id = ${orgId} and case when ${contactId}::bigint is not null then id = ${contactId}
      else exists (select from jsonb_array_elements(c.channels) one
        where lower(one ->> 'address') = lower(trim(${recepient}::text))) end
    limit 2`
  const language = found.length === 1 ? languages[found[0]?.language ?? ''] : undefined
  return language === undefined ? manner : { ...manner, language }
}
