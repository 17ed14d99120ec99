import type { SampleOptions } from '../document.ts'
import { fieldsOf, prose, typeOf } from './fields.ts'
import { type Html, html } from './html.ts'
import { jsonLiteral } from './literal.ts'
import type { Media, Operation, OperationEntry } from './model.ts'
import { curlOf, pythonOf } from './samples.ts'

/** Paragraphs with `code` in them. */
export const paragraphs = (text: string): Html[] => text.split('\n\n').map((one) => html`<p>${prose(one)}</p>\n`)

const exampleText = (example: unknown): string =>
  typeof example === 'string' && example.includes('\n') ? example : jsonLiteral(example)

const media = (title: string, content: Record<string, Media> = {}): Html[] =>
  Object.entries(content).map(
    ([type, { schema }]) => html`<h4>${title} <small>${type}: ${typeOf(schema)}</small></h4>
${typeof schema.description === 'string' && html`<p>${prose(schema.description)}</p>\n`}${fieldsOf(schema)}`,
  )

const parameters = (all: Operation['parameters']): Html | false =>
  all !== undefined &&
  html`<h4>Parameters</h4>
<ul class="fields">${all.map(
    (one) => html`<li><code>${one.name}</code> <span>${one.in}, ${typeOf(one.schema)}</span>${
      !one.required && html` <em>optional</em>`
    }${one.description !== undefined && html`<div>${prose(one.description)}</div>`}</li>
`,
  )}</ul>
`

/** A service's own words about an operation: who may, on what. */
const marks = (operation: Operation): Html[] =>
  Object.entries(operation)
    .filter(([key, value]) => key.startsWith('x-') && typeof value !== 'object')
    .map(
      ([key, value]) => html` <span class="mark">${value === true ? key.slice(2) : `${key.slice(2)}: ${value}`}</span>`,
    )

const errorRows = ({ responses }: Operation): Html[] =>
  Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(
      ([status, { description = '' }]) =>
        html`<tr><td>${status}</td><td>${description.split('\n\n').map((line) => html`<div>${prose(line)}</div>`)}</td></tr>
`,
    )

const samples = (entry: OperationEntry, base: string, options: SampleOptions): Html => {
  const { operationId, 'x-codeSamples': written = [] } = entry.operation
  const all = [
    ['curl', curlOf(entry, base, options)],
    ...written.map(({ lang, source }) => [lang, source] as const),
    ['Python', pythonOf(entry, base, options)],
  ] as const
  return html`<div class="samples">${all.map(
    ([lang, source], at) =>
      html`<details name="${operationId}"${at === 0 && html` open`}><summary>${lang}</summary><pre>${source}</pre></details>\n`,
  )}</div>`
}

const answerOf = ({ responses }: Operation): Html[] =>
  Object.values(responses[200]?.content ?? {})
    .filter(({ example }) => example !== undefined)
    .map(({ example }) => html`<h4>Answer to the example</h4>\n<pre class="example">${exampleText(example)}</pre>`)

/** All that is known of one operation, below its summary. */
export const operationBody = (entry: OperationEntry, base: string, options: SampleOptions): Html => {
  const { method, path, operation } = entry
  return html`<p class="line"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code>${marks(operation)}</p>
${paragraphs(operation.description ?? '')}
${parameters(operation.parameters)}
${media('Body', operation.requestBody?.content)}
${media('Answer', operation.responses[200]?.content)}
<h4><a href="#errors">Errors</a></h4>
<table>${errorRows(operation)}</table>
<h4>Example</h4>
${samples(entry, base, options)}
${answerOf(operation)}
`
}

export const operationSection = (entry: OperationEntry, base: string, options: SampleOptions): Html => {
  const { operationId, summary } = entry.operation
  return html`<section id="${operationId}">
<h3><a href="#${operationId}">${summary}</a></h3>
${operationBody(entry, base, options)}</section>
`
}
