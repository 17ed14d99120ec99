import './styles/app.css'
import { localTexts } from '@busbar/ui'
import { prefetch } from './data/api/first-answers.ts'
import { loadFirstTexts, loadTexts } from './texts/load-texts.ts'

/**
 * The first that runs. Over a slow network each question waits for the one before it: so all that the first page needs is asked for here,
 * at once, while the large parts are still on their way.
 */
const read = (name: string): unknown => {
  try {
    return JSON.parse(localTexts.get(`busbar.${name}`) ?? 'null')
  } catch {
    return null
  }
}

/** Which organization is shown, and what every page of it asks. */
const askOfOrg = async (bearer: string): Promise<void> => {
  const answer = await prefetch('/api/v1/user/orgs/', bearer)
  const all = (await answer.clone().json()) as { orgId: number }[]
  const { orgId } = all.find((one) => one.orgId === read('org')) ?? all[0] ?? {}
  if (orgId === undefined) return
  for (const path of ['nets/', 'alerts/states/']) void prefetch(`/api/v1/org/${orgId}/${path}`, bearer)
}

const { token, expiresOn } = (read('session') ?? {}) as { token?: unknown; expiresOn?: unknown }
const isSignedIn =
  typeof token === 'string' && Date.parse(String(expiresOn)) > Date.now() + Number(read('clock-offset'))
// First: what comes after it waits for it.
if (isSignedIn) void askOfOrg(token).catch(() => {})

const ours = ['en', 'pl', 'ru', 'uk'] as const
const languageOf = (tag: unknown): (typeof ours)[number] | undefined =>
  ours.find((one) => one === String(tag).slice(0, 2))
const language =
  languageOf(read('language')) ?? navigator.languages.map(languageOf).find((one) => one !== undefined) ?? 'en'

/** Pages behind links, without a sign-in. */
const isOpen = /^\/(?:forgot-password|new-password|invitation|shared|signed-in)$/.test(location.pathname)
// A returning user sees stored data while there is no network.
const isKnown = isSignedIn || (typeof token === 'string' && !navigator.onLine)

if (isKnown || isOpen) {
  void loadTexts(language).catch(() => {})
  void import('./main.tsx').then(({ start }) => start())
  if (isSignedIn) {
    void import('./data/api/api.ts')
    void import('./shell/shell.tsx')
    if (/^\/(?:overview)?$/.test(location.pathname)) void import('./overview/overview-page.tsx')
  }
} else {
  void loadFirstTexts(language).catch(() => {})
  void import('./door.tsx').then(({ showSignIn }) => showSignIn())
}
