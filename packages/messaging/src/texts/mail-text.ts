import type { ComposedMessage, Section } from './compose.ts'
import type { DigestGroup } from './digest-text.ts'
import { escapeHtml } from './plain.ts'
import { localeOf, word } from './words.ts'

/** For readers of plain text. */
export const mailText = ({ language, intro, sections, groups, more, console, confirm }: ComposedMessage): string =>
  [
    ...(intro === null ? [] : [intro, '']),
    ...sections.flatMap(({ lines, link }) => [
      ...lines.map(({ label, text }) => `${label}: ${text}`),
      `${word(language, 'link.console')}: ${link}`,
      '',
    ]),
    ...groups.flatMap(({ title, lines }) => [
      title,
      ...lines.flatMap(({ text, link }) => [`- ${text}`, `  ${link}`]),
      '',
    ]),
    ...(more === null ? [] : [more, '']),
    ...[console, confirm].flatMap((line) => (line === null ? [] : [`${line.label}: ${line.text}`, ''])),
  ].join('\n')

/** For readers of HTML. Nothing is loaded from anywhere, and every text is escaped. */
export const mailHtml = ({
  language,
  subject,
  intro,
  sections,
  groups,
  more,
  console,
  confirm,
}: ComposedMessage): string =>
  [
    `<!doctype html><html lang="${localeOf(language)}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:16px;color:#1b1f24">',
    ...(intro === null ? [] : [`<p>${escapeHtml(intro)}</p>`]),
    ...sections.map((one) => sectionHtml(one, word(language, 'link.console'))),
    ...groups.map(groupHtml),
    ...(more === null ? [] : [`<p>${escapeHtml(more)}</p>`]),
    ...[console, confirm].flatMap((line) => (line === null ? [] : [`<p>${anchor(line.text, line.label)}</p>`])),
    '</body></html>',
  ].join('\n')

const sectionHtml = ({ title, lines, link }: Section, linkText: string): string =>
  [
    `<h1 style="font-size:20px">${escapeHtml(title)}</h1>`,
    '<table cellpadding="4">',
    ...lines.map(({ label, text }) => {
      const cells = `<th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(text)}</td>`
      return `<tr>${cells}</tr>`
    }),
    '</table>',
    `<p>${anchor(link, linkText)}</p>`,
  ].join('\n')

const groupHtml = ({ title, lines }: DigestGroup): string =>
  [
    `<h1 style="font-size:20px">${escapeHtml(title)}</h1>`,
    '<ul>',
    ...lines.map(({ text, link }) => `<li>${anchor(link, text)}</li>`),
    '</ul>',
  ].join('\n')

const anchor = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`
