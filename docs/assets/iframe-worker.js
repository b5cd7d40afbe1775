/* Search when the pages are opened from the disk: a browser starts no worker there, so the search runs
 * in a frame that is not shown. The theme would load a script from elsewhere for that. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.frame = frame.contentWindow;
      this.frame.postMessage = (data) => {
        const message = new MessageEvent("message", { data });
        this.dispatchEvent(message);
        this.onmessage?.(message);
      };
      const script = frame.contentDocument.createElement("script");
      this.loaded = new Promise((done) => script.addEventListener("load", done));
      script.src = url;
      frame.contentDocument.body.append(script);
    }

    postMessage(data) {
      this.loaded.then(() => this.frame.dispatchEvent(new this.frame.MessageEvent("message", { data })));
    }

    terminate() {}
  };
}
