import { apiDocument } from '@busbar/cloud/docs'
import { apiDocument as gatewayDocument } from '@busbar/gateway/docs'
import {
  baseOf,
  type Group,
  groupsOf,
  type OpenApiDocument,
  type OperationEntry,
  operationBody,
  schemaBody,
  schemasOf,
} from '@busbar/wire/page'
import { canBeTried as isTryable, triedOperation } from '@busbar/wire/tried'

/** One API: its document, and where its pages are. */
export interface ApiSection {
  title: string
  folder: string
  groups: readonly Group[]
  document: OpenApiDocument
  file: string
  /** Accepts requests from pages of other origins that its settings list. */
  canBeTried: boolean
  isSearched: boolean
}

type ApiName = 'cloud' | 'gateway-a' | 'gateway-b'

const area = (
  title: string,
  name: ApiName,
  document: OpenApiDocument,
  options: Pick<ApiSection, 'canBeTried' | 'isSearched'>,
): ApiSection => {
  const groups = groupsOf(document).filter(({ all }) => all.length > 0)
  return { title, folder: `reference/api/${name}`, groups, document, file: `/api/${name}.json`, ...options }
}

export const areas = (): ApiSection[] => [
  area('Cloud', 'cloud', apiDocument('/api/v1'), { canBeTried: true, isSearched: true }),
  area('Gateway, variant B', 'gateway-b', gatewayDocument('B'), { canBeTried: false, isSearched: true }),
  // Variant A has nearly the same operations: the search lists those of B only.
  area('Gateway, variant A', 'gateway-a', gatewayDocument('A'), { canBeTried: false, isSearched: false }),
]

/** HTML that Markdown leaves alone: no line of it is empty. Links lead to where the parts of the one long page are here. */
const block = (folder: string, html: string): string =>
  html
    .replaceAll('href="#schema-', `href="/${folder}/schemas#schema-`)
    .replaceAll('href="#errors"', `href="/${folder}/#errors"`)
    .replaceAll(/\n(?=\s*\n)/g, '\n&#10;')
    .trim()

/** Text with `code` in it, of which Markdown and Vue take nothing for theirs. */
const prose = (text: string): string =>
  text
    .split('`')
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;').replaceAll('*', '\\*'),
    )
    .join('`')

/** Which the search takes up to `more`; the fields of all operations would make its index as large as the site. */
const operationPart = ({ folder, document, canBeTried }: ApiSection, entry: OperationEntry): string => {
  const { operationId, summary } = entry.operation
  const html = block(folder, operationBody(entry, baseOf(document), document['x-samples']).text)
  const cut = html.indexOf('<h4>')
  return [
    `## ${prose(summary)} {#${operationId}}`,
    '',
    `<div v-pre class="api">${html.slice(0, cut)}</div>`,
    '',
    '<!--more-->',
    ...(canBeTried && isTryable(entry) ? ['', `<TryIt id="${operationId}" />`] : []),
    '',
    `<div v-pre class="api">${html.slice(cut)}</div>`,
    '',
    '<!--/more-->',
    '',
  ].join('\n')
}

const groupPage = (of: ApiSection, { name, description, all }: Group): string => {
  const prefix = of.document.servers[0]?.url ?? ''
  const forms = Object.fromEntries(all.map((entry) => [entry.operation.operationId, triedOperation(entry, prefix)]))
  return [
    '---',
    ...(of.canBeTried ? [`tryIt: ${JSON.stringify(forms)}`] : []),
    `search: ${of.isSearched}`,
    'outline: 2',
    '---',
    '',
    `# ${name}`,
    '',
    `*${of.title}.* ${prose(description)}`,
    '',
    ...all.map((entry) => operationPart(of, entry)),
  ].join('\n')
}

const overviewPage = (of: ApiSection): string => {
  const { info, servers, 'x-errors': errors, 'x-samples': samples } = of.document
  return [
    '---',
    `search: ${of.isSearched}`,
    '---',
    '',
    `# ${of.title}: the API`,
    '',
    prose(info.description ?? ''),
    '',
    `Every path starts with \`${servers[0]?.url ?? ''}\`. The same as an OpenAPI 3.1 document: <a href="${of.file}" target="_blank">${of.file.slice(5)}</a>.`,
    ...(of.canBeTried
      ? [
          '',
          'Operations can be **tried from these pages**, at the address that you type, with your own token or API key: the service must be started with this site in `--cors`.',
        ]
      : [
          '',
          'The box serves this reference itself, at `/api/docs`, and answers no page of another origin: so there is no form here.',
        ]),
    '',
    '| | |',
    '|---|---|',
    ...of.groups.map(
      ({ name, description, all }) => `| [${name}](/${of.folder}/${name}.md) (${all.length}) | ${prose(description)} |`,
    ),
    '',
    '## The typed client',
    '',
    'The TypeScript examples call `api`, which is made once:',
    '',
    '```ts',
    samples.client,
    '```',
    '',
    '## Errors',
    '',
    '| | code | meaning |',
    '|---|---|---|',
    ...Object.entries(errors).map(([code, { status, message }]) => `| ${status} | \`${code}\` | ${prose(message)} |`),
    '',
  ].join('\n')
}

const schemasPage = (of: ApiSection): string =>
  [
    '---',
    'search: false',
    'outline: 2',
    '---',
    '',
    `# ${of.title}: schemas`,
    '',
    ...schemasOf(of.document).flatMap(([name, schema]) => [
      `## ${name} {#schema-${name}}`,
      '',
      `<div v-pre class="api">${block(of.folder, schemaBody(schema).text)}</div>`,
      '',
    ]),
  ].join('\n')

/** All pages of one API, by their place. */
export const apiPages = (of: ApiSection): [place: string, text: string][] => [
  [`${of.folder}/index.md`, overviewPage(of)],
  [`${of.folder}/schemas.md`, schemasPage(of)],
  ...of.groups.map((group): [string, string] => [`${of.folder}/${group.name}.md`, groupPage(of, group)]),
]
