import { type Handlers, Refusal } from '@busbar/wire/server'
import type { ShareLink } from '../../accounts/access/shared-contents.ts'
import type { Call } from '../../start/service.ts'
import type { shared } from './shared.contract.ts'
import { openedObject } from './shared.sql.ts'
import { shownObject } from './shown-object.ts'

export const sharedHandlers: Handlers<typeof shared, Call> = {
  open: async (call) => {
    const link = linkOf(call)
    const opened = await shownLink(call, link)
    await call.shareLinks.noteOpening(link, call.from)
    return opened
  },

  get: (call) => shownLink(call, linkOf(call)),
}

/** The gates let no request in here without a link. */
const linkOf = ({ shared: access }: Call): ShareLink => {
  if (access === null) throw new Refusal('NotAuthorized')
  return access.link
}

const shownLink = async ({ db }: Call, { orgId, object, isKiosk, expiresOn }: ShareLink) => {
  const opened = await openedObject(db.sql, orgId, object)
  if (opened === undefined) throw new Refusal('ObjectNotFound')
  return {
    object: shownObject(object, opened.isDefault),
    name: opened.name,
    orgId,
    orgName: opened.orgName,
    isKiosk,
    expiresOn: expiresOn.toISOString(),
  }
}
