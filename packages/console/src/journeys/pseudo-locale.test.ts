import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ownContext, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { journey } from '../testing/journey.ts'

/** Compiled messages as the build exports them: a text, the parts of one with arguments, a list of texts, or a group. */
type Compiled = string | readonly unknown[] | { readonly [key: string]: Compiled }

/** Brackets a text and makes it about 40 % longer, as translations may be. */
const lengthened = (text: string): string => `⟦${text}${'·'.repeat(Math.ceil(text.length * 0.4))}⟧`

const pseudo = (message: Compiled): Compiled => {
  if (typeof message === 'string') return lengthened(message)
  if (!Array.isArray(message))
    return Object.fromEntries(Object.entries(message).map(([key, part]) => [key, pseudo(part as Compiled)]))
  if (message.every((part) => typeof part === 'string')) return message.map(lengthened)
  const length = message.reduce((sum: number, part) => sum + (typeof part === 'string' ? part.length : 0), 0)
  return ['⟦', ...message, `${'·'.repeat(Math.ceil(length * 0.4))}⟧`]
}

/** Replaces the English catalogues on their way to the browser. */
const loadPseudoLocale = (page: Page): Promise<unknown> =>
  page.route('**/assets/en-*.js', async (route) => {
    const response = await route.fetch()
    const source = Buffer.from(await response.text()).toString('base64')
    const { default: texts } = (await import(`data:text/javascript;base64,${source}`)) as { default: Compiled }
    const body = `export default ${JSON.stringify(pseudo(texts))}`
    await route.fulfill({ contentType: 'text/javascript', body })
  })

/** Collects what the service answers: names, units and other data are not translated. */
const collectData = (page: Page): Set<string> => {
  const data = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') data.add(value.trim())
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part)
  }
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return
    void response.json().then(collect, () => {})
  })
  return data
}

/** Formatted by the browser, or the same in every language. */
const exceptions: readonly RegExp[] = [
  /^[^\p{L}]*$/u,
  // Numbers with units, spans and times.
  /^[−+]?[\d\s.,:–/%-]+\s?(?:[A-Za-zµΩ°³²·/]{1,8}|hours?|minutes?|days?|months?|mins?|secs?)?$/u,
  /\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b|\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)/,
  /\b(?:today|yesterday|tomorrow|ago|in \d+|now)\b/,
  /^(?:Busbar|Modbus|SKU|CSV|JSON|XLSX|API|English|Polski|Русский|Українська|Telegram|ntfy|SMS|Webhook)\b/,
  /^(?:https?|mqtts?|--?\w|\/|[A-Z][a-z]+\/[A-Z])/,
  // Units, places of time zones, names of files.
  /^(?:[kM]?(?:Wh?|VA|var|V|A|Hz)|°C|Kyiv|busbar\.\w+)$/,
  // One letter, an address or a key.
  /^\p{L}$|@|^[0-9a-f:. …-]{4,}$/u,
]

interface Finding {
  kind: 'text' | 'cut'
  text: string
}

/** Visible texts without brackets, and texts that are cut off without a title. */
const findIn = (page: Page): Promise<Finding[]> =>
  page.evaluate(() => {
    const findings: Finding[] = []
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('svg, code, pre, script, style, option, [hidden], .sr-only, [aria-hidden=true]') === null
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const [text, element] = [node.textContent?.trim() ?? '', node.parentElement]
      if (text === '' || element === null || !isShown(element)) continue
      if (!/[⟦⟧]/.test(text)) findings.push({ kind: 'text', text })
      const { overflowX } = getComputedStyle(element)
      const isCut = (overflowX === 'hidden' || overflowX === 'clip') && element.scrollWidth > element.clientWidth + 1
      if (isCut && text.includes('⟦') && element.closest('[title]') === null) findings.push({ kind: 'cut', text })
    }
    return findings
  })

const pagesOf = (netId: number, deviceId: number, paramId: number): string[] => [
  '/overview',
  '/overview?view=table',
  ...['', '/bus', '/registers', '/connection', '/settings', '/report'].map((tab) => `/nets/${netId}${tab}`),
  '/nets/new',
  '/nets/import',
  ...['', '/diagnostics', '/settings', '/alerts'].map((tab) => `/devices/${deviceId}${tab}`),
  ...['', '/readings', '/settings'].map((tab) => `/params/${paramId}${tab}`),
  ...['', '/all', '/history', '/contacts', '/mute-times', '/new'].map((tab) => `/alerts${tab}`),
  '/dashboards',
  '/energy',
  '/pictures',
  '/reports',
  '/library',
  '/share-links',
  '/explore',
  ...['organization', 'people', 'keys', 'integrations', 'audit', 'profile', 'security'].map(
    (tab) => `/settings/${tab}`,
  ),
]

journey(
  'the pseudo-locale',
  ({ world, open }) => {
    test('every visible text of the main pages comes from the catalogues and fits when it is 40 % longer', async (t) => {
      const page = await open(t, { ...ownContext, viewport: { width: 1440, height: 900 } })
      await loadPseudoLocale(page)
      const data = collectData(page)
      const { netId, deviceId, paramIds } = await idsOf(world(), 'Main meter')
      const found = new Set<string>()
      await signIn(page, world())
      for (const path of pagesOf(netId, deviceId, paramIds.values().next().value ?? 0)) {
        await page.goto(path)
        await page.locator('main h1').first().waitFor()
        await page.waitForFunction(() => document.querySelector('[data-skeleton]') === null)
        for (const { kind, text } of await findIn(page)) {
          const isData = [...data].some((one) => one !== '' && (one === text || (one.length > 3 && text.includes(one))))
          if (kind === 'cut' || !(isData || exceptions.some((one) => one.test(text))))
            found.add(`${path} ${kind}: ${text}`)
        }
      }
      assert.deepEqual([...found], [])
    })
  },
  { isFurther: true },
)
