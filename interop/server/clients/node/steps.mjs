// Steps of a client's test: a line for each, which clients.py reads.

export async function step(name, work) {
  try {
    await work();
    console.log(`ok ${name}`);
  } catch (error) {
    const cause = error.cause?.message ?? error.cause?.originalMessage ?? error.message;
    console.log(`failed ${name}: ${String(cause).split('\n')[0]}`);
  }
}

/** The folder of the server's socket, as the clients' settings. */
export const connection = {host: process.argv[2], port: 5432, user: 'me', database: 'shop'};
