# The table of contents of the project: `make help` prints it.

STRATEGY ?= span
DURATION ?= 5
FRAMEWORK ?= net9.0
# The executable that `make test` tests; /usr/bin/yes runs the suites that speak of GNU's behaviour against GNU's.
YES ?= artifacts/yes

SOURCES := $(shell find src) global.json Directory.Build.props Directory.Packages.props
DOTNET := dotnet
export DOTNET_NOLOGO = 1
export DOTNET_CLI_TELEMETRY_OPTOUT = 1

.DELETE_ON_ERROR:
.PHONY: all run test lint format deps clean help

all: artifacts/yes ## build the native executable, artifacts/yes (FRAMEWORK=net9.0)

# The sources include their folders: a file that was removed changes its folder.
artifacts/yes: $(SOURCES) artifacts/framework-$(FRAMEWORK)
	@tools/ensure cc dotnet
	$(DOTNET) publish src/Yes.CSharp -c Release -p:Framework=$(FRAMEWORK) -o artifacts/publish/native
	install -m 755 artifacts/publish/native/yes $@

# Its name is its content: another framework has no such file yet, so that the executable is built again.
artifacts/framework-$(FRAMEWORK):
	@mkdir -p artifacts
	@rm -f artifacts/framework-*
	@touch $@

run: artifacts/yes ## show a strategy's rate, live (STRATEGY=span DURATION=5)
	@tools/ensure pv
	@timeout --foreground $(DURATION) artifacts/yes --strategy $(STRATEGY) | pv --force --rate > /dev/null

# The reader that checks every byte, fast enough for gigabytes.
artifacts/verify: tests/verify.c
	@tools/ensure cc
	@mkdir -p artifacts
	$(CC) -O2 -Wall -Wextra -Werror -o $@ $<

test: artifacts/yes artifacts/verify ## check everything: lint, and the suites against YES=artifacts/yes
	@YES='$(YES)' tests/run

lint: ## check formatting, analyzers, warnings and shell scripts
	@tools/lint

format: ## format the C# and F# files
	$(DOTNET) tool restore
	$(DOTNET) csharpier format .
	$(DOTNET) fantomas src tests bench

deps: ## install what building, running and testing need
	@tools/ensure cc pv bats shellcheck strace jq
	$(DOTNET) tool restore
	$(DOTNET) restore yes.sln -p:Framework=$(FRAMEWORK)

clean: ## remove all that was built
	rm -rf artifacts

help: ## print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
