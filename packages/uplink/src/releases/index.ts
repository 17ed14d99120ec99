export { ArchiveProblem, packArchive, unpackArchive } from './archive.ts'
export {
  type Manifest,
  ManifestProblem,
  manifestBytesMax,
  newestFor,
  openManifest,
  type Release,
  readReleaseKeys,
  signManifest,
  signSums,
  versionNumber,
} from './manifest.ts'
