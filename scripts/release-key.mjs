// Makes a key for releases: `npm run release:key -- FILE` writes the private key to FILE, for its owner alone, and the public one to FILE.pem,
// which goes to /etc/busbar-gateway/release-keys of the boxes, or into their package.
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'

const [, , file] = process.argv
if (process.argv.length < 3 || file.startsWith('-'))
  throw new Error('say where the key goes: npm run release:key -- FILE')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
writeFileSync(`${file}.pem`, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' })
console.log(`${file} is yours alone; ${file}.pem is for the boxes`)
