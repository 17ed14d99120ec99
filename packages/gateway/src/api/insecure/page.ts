import { createHash } from 'node:crypto'
import type { HttpsStatus } from '../server/https-server.ts'
import { type InsecureLanguage, insecureTexts } from './texts.ts'

interface PageFacts {
  readonly language: InsecureLanguage
  readonly https: HttpsStatus
  /** This page over HTTPS; null while the gateway does not listen for HTTPS. */
  readonly httpsUrl: string | null
  /** Path to which the confirmation is posted; null when none is offered. */
  readonly consentPath: string | null
}

const style = `
:root { color-scheme: light dark; --ground: #f2f4f4; --surface: #fff; --ink: #131a1d; --quiet: #424e54; --line: #e1e6e7;
  --edge: #7a868c; --accent: #0a6173; --on-accent: #fff; --warning: #fdf1da; --warning-line: #ecca8b; --sunken: #f7f9f9 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d1113; --surface: #151a1d; --ink: #e9eef0; --quiet: #b4bfc5; --line: #262d31; --edge: #6f7c83;
    --accent: #62cbdf; --on-accent: #04232a; --warning: #32260e; --warning-line: #66501d; --sunken: #111518 }
}
* { box-sizing: border-box }
body { margin: 0; padding: 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 6vh auto 0; padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.25 }
h2 { margin: 1.5rem 0 .5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: 1rem }
p { margin: 0 0 .75rem }
small { display: block; color: var(--quiet); font-size: .875rem }
.risk { padding: .75rem; background: var(--warning); border: 1px solid var(--warning-line); border-radius: 6px }
.action { display: block; width: 100%; min-height: 2.75rem; padding: .625rem 1rem; border: 1px solid var(--edge); border-radius: 6px;
  background: none; color: var(--ink); font: inherit; text-align: center; text-decoration: none; cursor: pointer }
a.action { margin-bottom: 1rem; border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600 }
.action:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
code { display: block; margin-bottom: .75rem; padding: .75rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 6px;
  font: .9375rem/1.6 ui-monospace, monospace; overflow-wrap: anywhere }
`

/**
 * The panel's pages are URL fragments, which the server does not receive: both links get the fragment of the address
 * bar.
 */
const script = `
for (const link of document.links) link.href += location.hash
for (const form of document.forms) form.action += location.hash
`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** `same-origin`, because a browser without a referrer posts the form without an origin, which the host check refuses. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  vary: 'accept-language, cookie',
} as const

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

/** Returns the page that explains why the panel is not served over HTTP, and what the browser's warning at HTTPS means. */
export const insecurePage = ({ language, https, httpsUrl, consentPath }: PageFacts): string => {
  const texts = insecureTexts(language)
  const encrypted =
    httpsUrl === null
      ? `<p>${texts.unavailable} ${escaped(https.problem ?? '')}</p>`
      : `<a class="action" href="${escaped(httpsUrl)}">${texts.open}</a>
<p>${texts.warning}</p>
<code>${escaped(https.fingerprint ?? '').replaceAll(':', ':<wbr>')}</code>
<small>${texts.forged}</small>`
  const consent =
    consentPath === null
      ? `<p>${texts.publicAddress}</p>`
      : `<p>${texts.continueRisk}</p>
<form method="post" action="${consentPath}"><button class="action">${texts.continueButton}</button></form>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${texts.title}</h1>
<p class="risk">${texts.risk}</p>
${encrypted}
<h2>${texts.continueTitle}</h2>
${consent}
</main>
<script>${script}</script>
</body>
</html>
`
}
