// Lists the contents of a release as CycloneDX: our packages, their dependencies, and the included Node and PostgreSQL.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const entry = '@busbar/cli'
const nameOf = (reference) => reference.slice(0, reference.lastIndexOf('@'))

/** Dependencies of our packages by name, without build and test tools. */
const neededByOwn = () =>
  new Map(
    globSync(['package.json', 'packages/*/package.json', 'templates/package.json'], { cwd: root })
      .map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')))
      .map(({ name, dependencies = {}, optionalDependencies = {}, busbar: { buildTools = [] } = {} }) => [
        name,
        new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]).difference(new Set(buildTools)),
      ]),
  )

/**
 * npm lists the whole lock file. Its option to omit test dependencies also omits those shared with the program
 * (fastify, zod), so they are filtered here.
 */
export const billOfMaterials = () => {
  const args = ['sbom', '--package-lock-only', '--include=dev', '--sbom-format', 'cyclonedx']
  const all = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 }))
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const needed = neededByOwn()
  const graph = new Map(all.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]))
  const inside = (ref) => graph.get(ref).filter((one) => needed.get(nameOf(ref))?.has(nameOf(one)) ?? true)
  const kept = new Set()
  const waiting = [`${entry}@${version}`, ...inside(`${name}@${version}`)]
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (kept.has(ref)) continue
    kept.add(ref)
    waiting.push(...inside(ref))
  }
  const component = (one) => (needed.has(nameOf(one['bom-ref'])) ? { ...one, name: nameOf(one['bom-ref']) } : one)
  const first = { ...all.metadata.component, name, type: 'application' }
  return {
    ...all,
    metadata: { ...all.metadata, component: first },
    components: all.components.filter((one) => kept.has(one['bom-ref'])).map(component),
    dependencies: [
      { ref: first['bom-ref'], dependsOn: [`${entry}@${version}`, ...inside(first['bom-ref'])] },
      ...[...kept].map((ref) => ({ ref, dependsOn: inside(ref) })),
    ],
  }
}
