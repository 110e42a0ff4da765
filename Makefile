# An index of the commands; each can be typed as it stands.
.PHONY: help diagrams docs library verify full localstack drill checks demo hold chaos mutation local event cold benchmark simulation cli format synth clean rehearse

help: ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/make \1\t\2/' | expand -t 16

library: ## installs what users depend on into the local Maven repository, and builds nothing else
	mvn -Dlibrary

verify: ## static checks and every quick test, on embedded engines
	mvn verify

full: ## the same, and the tests that take minutes
	mvn verify -Pfull

localstack: ## the quick tests, and the deployed stack on LocalStack in Docker
	mvn verify -Plocalstack

drill: ## the incidents of the runbook, staged on LocalStack and ended by its own commands
	mvn -q verify -Plocalstack -pl proof/integration-tests -am -Dit.test='*DrillIT' -Dtest=none \
	  -Dsurefire.failIfNoSpecifiedTests=false

checks: ## cfn-lint, checkov, parliament, AWS commands of pages; SAM, Terraform, TypeScript and Python as the constructs; installs tools from PyPI and npm
	mvn -q -Pfull,checks -Dtest=DeployTemplatesTest -Dsurefire.failIfNoSpecifiedTests=false -pl infra -am verify

# What the demo needs and no more, so that its verdict is the last that is printed.
SYSTEM = -pl infra,tools/local -am

demo: ## 6,000 and more messages and HTTP requests with duplicates, crashes and timeouts, and what became of them
	mvn -q -Pdemo $(SYSTEM)

hold: ## the same, with abandoned claims held rather than run again
	mvn -q -Pdemo $(SYSTEM) -Dpolicy=HOLD

chaos: ## 20,000 messages while three of ten calls of DynamoDB and SQS are dropped, delayed, doubled, throttled or cut
	mvn -q -Pdemo $(SYSTEM) -Dchaos=0.3 -Dmessages=20000

mutation: ## which changes of the library's code no test notices
	mvn -T1 -Pmutation -pl library/kafka,library/outbox,library/postgres,library/powertools,library/rabbitmq,library/redis,library/replay,proof/engine-tests -am

local: ## the system of the demo, kept up until Ctrl-C
	mvn -q -Plocal $(SYSTEM)

event: ## one sample invocation: make event NAME=orders-duplicate
	mvn -q -Pdemo $(SYSTEM) -Devent=events/$(NAME).json

cold: ## cold starts of the packaged functions, against Powertools; as root on Linux
	mvn -Pcold-start

benchmark: ## requests, processor time and more beside Powertools, in minutes
	mvn -Pbenchmark

simulation: ## simulated histories with every fault: make simulation HISTORIES=1000000
	mvn -q -Psimulation -pl proof/simulation -am -Dhistories=$(or $(HISTORIES),100000)

cli: ## the operator's command line: tools/cli/target/bin/effectively-once
	mvn -q package -DskipTests -pl tools/cli -am
	tools/cli/src/main/launcher/install

docs: ## the pages and the API as a site with search, to build/docs/target/site; installs mkdocs from PyPI
	mvn -q -Dlibrary -Djavadoc
	build/docs/run

rehearse: ## a release that goes nowhere: built twice, checked, and used by a project; docs/release.md has the real one
	build/release/rehearse

diagrams: ## draw docs/diagrams from their text
	mvn -q test -pl proof/architecture -am -Dtest=DiagramsTest -Dsurefire.failIfNoSpecifiedTests=false -Ddiagrams=draw

format: ## lay out sources and poms
	mvn -q spotless:apply -pl '!library/bom,!samples/spring-orders'
	mvn -q test -Dtest=SourceLayoutTest -Dsurefire.failIfNoSpecifiedTests=false -Dformat=apply

synth: ## the CloudFormation template: make synth STAGE=prod
	npm ci
	npx cdk synth -c stage=$(or $(STAGE),dev)

clean: ## remove what was built
	mvn -q clean
	rm -rf cdk.out node_modules
