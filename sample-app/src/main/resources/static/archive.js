'use strict';

// The page shows what its directory has now: it is told that something has changed, fetches itself, and takes the list.
(() => {
	const directory = document.getElementById('directory');
	const live = document.getElementById('live');
	// An address that was opened with the login in it would be refused as a base.
	const address = (path) => new URL(path, location.origin);
	const keyed = (rows) => new Map([...rows].map((row) => [row.dataset.key, row]));
	let shown = document.getElementById('listing').innerHTML;
	let refreshing = false;
	let again = false;

	function show(fresh) {
		const listing = document.getElementById('listing');
		if (fresh.innerHTML === shown) {
			return;
		}
		shown = fresh.innerHTML;
		const before = keyed(listing.querySelectorAll('tr[data-key]'));
		const focused = document.activeElement.closest('#listing tr')?.dataset.key;
		const place = document.activeElement.tagName;
		listing.replaceWith(fresh);
		keyed(fresh.querySelectorAll('tr[data-key]')).forEach((row, key) => {
			row.classList.toggle('fresh', before.get(key)?.dataset.state !== row.dataset.state);
			if (key === focused) {
				row.querySelector(place)?.focus();
			}
		});
	}

	async function refresh() {
		if (refreshing) {
			again = true;
			return;
		}
		refreshing = true;
		try {
			do {
				again = false;
				const response = await fetch(address(directory.dataset.href));
				if (response.status === 404) {
					// Somebody has deleted the directory: the server says so.
					location.assign(response.url);
				}
				else if (response.ok) {
					const page = new DOMParser().parseFromString(await response.text(), 'text/html');
					show(document.adoptNode(page.getElementById('listing')));
				}
			} while (again);
		}
		catch {
			// The server is away: the next connection refreshes.
		}
		finally {
			refreshing = false;
		}
	}

	function tell(connected) {
		live.textContent = connected ? 'Live' : 'Not connected';
		live.classList.toggle('on', connected);
	}

	function connect() {
		const changes = new EventSource(address(directory.dataset.changes));
		changes.onopen = () => {
			tell(true);
			// What changed before is not told again.
			refresh();
		};
		changes.onmessage = refresh;
		changes.onerror = () => {
			tell(false);
			// Browsers connect again by themselves, but for an answer that is an error.
			if (changes.readyState === EventSource.CLOSED) {
				setTimeout(connect, 5000);
			}
		};
	}

	document.addEventListener('submit', (event) => {
		const question = event.target.dataset.confirm;
		if (question && !confirm(question)) {
			event.preventDefault();
		}
	});

	const upload = document.getElementById('upload');
	if (upload) {
		const drop = (event, over) => {
			if (event.dataTransfer?.types.includes('Files')) {
				event.preventDefault();
				directory.classList.toggle('over', over);
			}
		};
		document.addEventListener('dragover', (event) => drop(event, true));
		document.addEventListener('dragleave', (event) => drop(event, false));
		document.addEventListener('drop', (event) => {
			drop(event, false);
			if (event.dataTransfer?.files.length) {
				upload.elements.file.files = event.dataTransfer.files;
				upload.requestSubmit();
			}
		});
	}

	connect();
})();
