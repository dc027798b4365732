// The line to one session: questions with numbers out, answers with the same numbers back, events in between.

import { Left, Trouble } from "./source";

export interface Event {
  event: string;
  stage?: string;
  done?: number;
  message?: string;
  revision?: number;
}

interface Waiting {
  what: string;
  answer: (value: unknown) => void;
  fail: (error: Error) => void;
}

export class Line {
  private next = 1;
  private waiting = new Map<number, Waiting>();
  private listeners: ((event: Event) => void)[] = [];
  private lost: ((message: string) => void) | null = null;
  private open: Promise<void>;
  private closing = false;

  constructor(private socket: WebSocket) {
    this.open = new Promise((ready, fail) => {
      socket.addEventListener("open", () => ready());
      socket.addEventListener("error", () => fail(new Trouble("the server cannot be reached")));
    });
    this.open.catch(() => this.end());
    socket.addEventListener("message", (message) => this.take(String(message.data)));
    socket.addEventListener("close", () => this.end());
  }

  async ask<T>(what: string, question: object): Promise<T> {
    await this.open;
    if (this.socket.readyState !== WebSocket.OPEN) throw new Trouble("the line to the server is lost");
    const id = this.next++;
    return new Promise<T>((answer, fail) => {
      this.waiting.set(id, { what, answer: answer as (value: unknown) => void, fail });
      this.socket.send(JSON.stringify({ id, do: what, ...question }));
    });
  }

  /** Takes back what is not answered yet of one kind. */
  stop(what: string): void {
    for (const [id, waiting] of [...this.waiting].filter(([, waiting]) => waiting.what === what)) {
      this.waiting.delete(id);
      this.socket.send(JSON.stringify({ id: this.next++, do: "stop", question: id }));
      waiting.fail(new Left());
    }
  }

  onEvent(listener: (event: Event) => void): void {
    this.listeners.push(listener);
  }

  onLost(tell: (message: string) => void): void {
    this.lost = tell;
  }

  close(): void {
    this.closing = true;
    this.socket.close();
  }

  private take(text: string): void {
    const message = JSON.parse(text) as Event & { id?: number; ok?: unknown; error?: { message: string } };
    if (message.id === undefined) {
      if (message.event) for (const listener of this.listeners) listener(message);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) waiting?.fail(new Trouble(message.error.message));
    else waiting?.answer(message.ok);
  }

  private end(): void {
    const message = "the line to the server is lost";
    for (const { fail } of this.waiting.values()) fail(new Trouble(message));
    this.waiting.clear();
    if (!this.closing) this.lost?.(message);
    this.closing = true;
  }
}
