/** A service for tests: executes each input line as SQL, prints a line for each, and flushes when interrupted. */
import { createInterface } from 'node:readline'
import { openDatabase } from '../../open.ts'

const [dataFolder = ''] = process.argv.slice(2)

try {
  const database = await openDatabase({ dataFolder })
  const { sql } = database
  const lines = createInterface({ input: process.stdin })
  process.once('SIGINT', async () => {
    await sql`insert into kept values ('flushed')`
    lines.close()
  })
  console.log('[]')
  for await (const line of lines) {
    try {
      console.log(JSON.stringify(await sql.unsafe(line)))
    } catch (error) {
      console.log(JSON.stringify([{ error: String(error) }]))
    }
  }
  await database.close()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
