/** Extracts the changelog section of a version, or the unreleased one. */
export const notesOf = (changelog, version) => {
  const [, ...sections] = changelog.split(/^## /m)
  const found = sections.find((one) => one.startsWith(version)) ?? sections.find((one) => one.startsWith('Unreleased'))
  if (found === undefined) throw new Error(`the changelog has neither ${version} nor anything unreleased`)
  const [, ...lines] = found.split('\n')
  return `# Busbar ${version}\n\n${lines.join('\n').trim()}\n`
}
