// What every JavaScript client does with the server, and what it saw, as one JSON object on stdout.
// The first argument says where the server is (`transport`, then `url` and `token`, or `command` and `env`), in which
// `era` to speak, and what to say.

export const order = JSON.parse(process.argv[2]);
export const headers = order.token ? { Authorization: `Bearer ${order.token}` } : {};
export const about = { name: "palimpsest-interop", version: "1" };

/** The user at the keyboard: chooses the new statement, until they fall silent. */
export class User {
  questions = [];
  isSilent = false;
  asked = () => {};

  /** `signal`: the client closes the form, as nobody waits for the answer any more. */
  answer = (request, signal) => {
    this.questions.push(request.params.message);
    this.asked();
    const closed = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    return this.isSilent ? closed : { action: "accept", content: { keep: "new" } };
  };
}

/** Walk through what a host does: list, read, call, be refused, be asked, give up. */
export async function walk(client, user) {
  const seen = { revision: client.revision() };
  seen.tools = (await client.tools()).map((tool) => tool.name);
  seen.read = (await client.read("memory://domains")).contents[0].text;
  seen.refused = (await client.call("propose_fact", { domain: "architecture" })).content[0].text;
  seen.settled = (await client.call("propose_fact", order.contradiction)).structuredContent;
  seen.questions = [...user.questions];
  seen.given_up = await giveUp(client, user);
  seen.conflicts = (await client.call("list_memory_conflicts", {})).structuredContent;
  return seen;
}

/** Cancel a call while the user thinks; whether it ended by that. */
async function giveUp(client, user) {
  user.isSilent = true;
  const cancel = new AbortController();
  user.asked = () => setTimeout(() => cancel.abort("the user closed the window"), 100);
  try {
    await client.call("propose_fact", order.given_up, cancel.signal);
    return false;
  } catch {
    return cancel.signal.aborted;
  }
}

export function report(seen) {
  process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit(0));
}
