/** Keywords of the task language, for syntax highlighting. */
export const taskGrammar = {
  name: 'task',
  aliases: ['items'],
  scopeName: 'source.task',
  patterns: [
    { name: 'comment.line', match: '#.*$' },
    { name: 'string.quoted.double', match: '"[^"]*"' },
    { name: 'storage.type', match: String.raw`\b(BIT|[US](8|16|32)|F32|STR|COND)\b` },
    { name: 'keyword.control', match: String.raw`\b[A-Z]{2,}[A-Z0-9]*\b` },
    { name: 'constant.numeric', match: String.raw`\b\d+(\.\d+)?\b` },
    { name: 'entity.name.function', match: String.raw`^\s*\w+(?=:)` },
  ],
  repository: {},
}
